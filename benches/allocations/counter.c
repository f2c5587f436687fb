/* Counts every request for heap memory and the bytes that are held, for a program that is started with this library
   preloaded (Linux, glibc).

   glibc's own entry points do the work; this only counts. The program reads the counts through heap_requests() and
   heap_bytes(). Bytes are those that the allocator sets aside, which is what was asked for and a little more. */
#include <errno.h>
#include <malloc.h>
#include <stddef.h>

static unsigned long requests;
static long bytes;

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static void hold(void *memory) { __atomic_add_fetch(&bytes, (long)malloc_usable_size(memory), __ATOMIC_RELAXED); }

static void release(void *memory) { __atomic_sub_fetch(&bytes, (long)malloc_usable_size(memory), __ATOMIC_RELAXED); }

static void *count(void *memory) {
  __atomic_add_fetch(&requests, 1, __ATOMIC_RELAXED);
  if (memory != NULL) hold(memory);
  return memory;
}

unsigned long heap_requests(void) { return __atomic_load_n(&requests, __ATOMIC_RELAXED); }

long heap_bytes(void) { return __atomic_load_n(&bytes, __ATOMIC_RELAXED); }

void *malloc(size_t size) { return count(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return count(__libc_calloc(number, size)); }

void *realloc(void *old, size_t size) {
  if (old != NULL) release(old);
  void *memory = __libc_realloc(old, size);
  // Where there is no room, what was there before is still held.
  if (memory == NULL && old != NULL && size > 0) hold(old);
  return count(memory);
}

void free(void *memory) {
  if (memory == NULL) return;
  release(memory);
  __libc_free(memory);
}

/* Swift asks for storage of vectors, which is aligned to 32 bytes, through these. */
void *memalign(size_t alignment, size_t size) { return count(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return count(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *memory = count(__libc_memalign(alignment, size));
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}
