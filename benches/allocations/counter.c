/* Counts every request for heap memory, for a program that is started with this library preloaded (Linux, glibc).

   glibc's own entry points do the work; this only counts. The program reads the count through heap_requests(). */
#include <errno.h>
#include <stddef.h>

static unsigned long requests;

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static void count(void) { __atomic_add_fetch(&requests, 1, __ATOMIC_RELAXED); }

unsigned long heap_requests(void) { return __atomic_load_n(&requests, __ATOMIC_RELAXED); }

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count();
  return __libc_realloc(old, size);
}

/* Swift asks for storage of vectors, which is aligned to 32 bytes, through these. */
void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count();
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}
