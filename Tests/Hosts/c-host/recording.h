/* A recording of phone sensors as it streams in: CSV, a header and then a row an instant. */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The columns that a recording can have. */
enum column {
  COLUMN_T,
  COLUMN_AX,
  COLUMN_AY,
  COLUMN_AZ,
  COLUMN_GX,
  COLUMN_GY,
  COLUMN_GZ,
  COLUMN_MX,
  COLUMN_MY,
  COLUMN_MZ,
  COLUMN_SPEED,
  COLUMN_LAT,
  COLUMN_LON,
  COLUMN_ACCURACY,
  COLUMN_ACTIVITY,
  COLUMN_CONFIDENCE,
  COLUMN_COUNT
};

/* One row; a value means something only where has says so. */
struct row {
  int64_t timestamp_ns;
  bool has[COLUMN_COUNT];
  double value[COLUMN_COUNT];
  char activity[32];
};

/* A stream of rows. */
struct recording {
  FILE *stream;
  long line;
  int column_count;
  enum column columns[COLUMN_COUNT];
};

/* Reads the header; on failure says why on standard error. */
bool recording_begin(struct recording *recording, FILE *stream);

/* Reads the next row: 1 where there is one, 0 at the end, -1 after saying on standard error what is wrong. */
int recording_next(struct recording *recording, struct row *row);

#endif
