#include "recording.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_LENGTH = 4096, NANOSECOND_DIGITS = 9 };

static const char *const names[COLUMN_COUNT] = {"t",  "ax", "ay", "az",    "gx",  "gy",  "gz",       "mx",
                                                "my", "mz", "speed", "lat", "lon", "accuracy", "activity", "confidence"};

static bool refuse(const struct recording *recording, const char *what) {
  fprintf(stderr, "standard input:%ld: %s\n", recording->line, what);
  return false;
}

/* Reads a line without its end: 1 where there is one, 0 at the end, -1 where it is too long. */
static int read_line(struct recording *recording, char *text) {
  if (fgets(text, LINE_LENGTH, recording->stream) == NULL) return 0;
  recording->line += 1;
  size_t length = strlen(text);
  if (length == LINE_LENGTH - 1 && text[length - 1] != '\n') return -1;
  while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r')) text[--length] = 0;
  return 1;
}

/* Cuts a cell off the front of a line and moves to the next one; sets the line to NULL after the last. */
static char *take_cell(char **line) {
  char *cell = *line;
  char *comma = strchr(cell, ',');
  if (comma != NULL) *comma++ = 0;
  *line = comma;
  return cell;
}

bool recording_begin(struct recording *recording, FILE *stream) {
  char text[LINE_LENGTH];
  recording->stream = stream;
  recording->line = 0;
  recording->column_count = 0;
  if (read_line(recording, text) != 1) return refuse(recording, "no header");
  for (char *rest = text; rest != NULL;) {
    const char *name = take_cell(&rest);
    int column = 0;
    while (column < COLUMN_COUNT && strcmp(name, names[column]) != 0) column += 1;
    if (column == COLUMN_COUNT || recording->column_count == COLUMN_COUNT) return refuse(recording, "unknown column");
    recording->columns[recording->column_count++] = (enum column)column;
  }
  return true;
}

/* Reads decimal seconds as whole nanoseconds, exact where nine decimals are enough, else to the nearest. */
static bool read_time(const char *text, int64_t *nanoseconds) {
  bool is_negative = *text == '-';
  if (is_negative || *text == '+') text += 1;
  int64_t value = 0;
  int decimals = -1;
  bool has_digit = false;
  for (; *text != 0; text += 1) {
    if (*text == '.' && decimals < 0) {
      decimals = 0;
      continue;
    }
    if (*text < '0' || *text > '9') return false;
    has_digit = true;
    if (decimals == NANOSECOND_DIGITS) {
      // The tenth decimal rounds, halves away from zero; what stands behind it changes nothing.
      if (*text >= '5') value += 1;
      break;
    }
    if (value > (INT64_MAX - 9) / 10) return false;
    value = value * 10 + (*text - '0');
    if (decimals >= 0) decimals += 1;
  }
  if (!has_digit) return false;
  for (int digit = decimals < 0 ? 0 : decimals; digit < NANOSECOND_DIGITS; digit += 1) {
    if (value > INT64_MAX / 10) return false;
    value *= 10;
  }
  *nanoseconds = is_negative ? -value : value;
  return true;
}

static bool read_cell(struct row *row, enum column column, const char *cell) {
  if (column == COLUMN_T) return read_time(cell, &row->timestamp_ns);
  if (*cell == 0) return true;
  row->has[column] = true;
  if (column == COLUMN_ACTIVITY) {
    if (strlen(cell) >= sizeof row->activity) return false;
    strcpy(row->activity, cell);
    return true;
  }
  char *end = NULL;
  row->value[column] = strtod(cell, &end);
  return *end == 0;
}

int recording_next(struct recording *recording, struct row *row) {
  char text[LINE_LENGTH];
  int found = read_line(recording, text);
  if (found == 0) return 0;
  if (found < 0) {
    refuse(recording, "a line that goes on");
    return -1;
  }
  memset(row, 0, sizeof *row);
  char *rest = text;
  for (int index = 0; index < recording->column_count; index += 1) {
    if (rest == NULL) {
      refuse(recording, "too few cells");
      return -1;
    }
    if (!read_cell(row, recording->columns[index], take_cell(&rest))) {
      refuse(recording, "a cell that is not what its column should hold");
      return -1;
    }
  }
  if (rest != NULL) {
    refuse(recording, "too many cells");
    return -1;
  }
  return 1;
}
