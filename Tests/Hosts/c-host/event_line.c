#include "event_line.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The columns behind t, detector and event, in their order. */
enum field {
  FIELD_ID,
  FIELD_DEADLINE,
  FIELD_START,
  FIELD_REASON,
  FIELD_EVIDENCE,
  FIELD_CONFIDENCE,
  FIELD_PEAK_G,
  FIELD_IS_PEAK_LOWER_BOUND,
  FIELD_IMPACT_DURATION_MS,
  FIELD_PRE_IMPACT_SPEED_MPS,
  FIELD_VELOCITY_CHANGE_MPS,
  FIELD_DIRECTION_X,
  FIELD_DIRECTION_Y,
  FIELD_DIRECTION_Z,
  FIELD_PEAK_ROTATION_RATE,
  FIELD_IS_ROLLOVER,
  FIELD_HAD_FREE_FALL,
  FIELD_DURATION_SEC,
  FIELD_CAUSE,
  FIELD_HEADING,
  FIELD_ACCURACY,
  FIELD_IS_TRUE,
  FIELD_LAT,
  FIELD_LON,
  FIELD_COUNT
};

enum { CELL_LENGTH = 64 };

/* The cells of one line; an empty one has no value. */
struct cells {
  char text[FIELD_COUNT][CELL_LENGTH];
};

void event_line_print_header(void) {
  puts("t,detector,event,id,deadline,start,reason,evidence,confidence,peakG,isPeakLowerBound,impactDurationMs,"
       "preImpactSpeedMps,velocityChangeMps,directionX,directionY,directionZ,peakRotationRate,isRollover,hadFreeFall,"
       "durationSec,cause,heading,accuracy,isTrue,lat,lon");
}

/* Writes the shortest decimal that reads back to the same bits; nothing for what is not finite.
 *
 * Below 0.0001 and from 2^54 on it has an exponent of at least two digits. */
static void write_number(char *cell, double value) {
  if (!isfinite(value)) return;
  if (value == floor(value) && fabs(value) < 1e15) {
    snprintf(cell, CELL_LENGTH, "%" PRId64, (int64_t)value);
    return;
  }
  char scientific[40];
  int precision = 0;
  do {
    snprintf(scientific, sizeof scientific, "%.*e", precision, value);
    precision += 1;
  } while (strtod(scientific, NULL) != value && precision < 17);

  char digits[24];
  int digit_count = 0;
  const char *from = scientific[0] == '-' ? scientific + 1 : scientific;
  for (; *from != 'e'; from += 1) {
    if (*from != '.') digits[digit_count++] = *from;
  }
  digits[digit_count] = 0;
  int exponent = atoi(from + 1);
  const char *sign = value < 0 ? "-" : "";
  if (fabs(value) < 1e-4 || fabs(value) >= 0x1p54) {
    snprintf(cell, CELL_LENGTH, "%s%c%s%se%c%02d", sign, digits[0], digit_count > 1 ? "." : "", digits + 1,
             exponent < 0 ? '-' : '+', abs(exponent));
  } else if (exponent < 0) {
    snprintf(cell, CELL_LENGTH, "%s0.%.*s%s", sign, -exponent - 1, "0000", digits);
  } else if (exponent + 1 >= digit_count) {
    snprintf(cell, CELL_LENGTH, "%s%s%.*s.0", sign, digits, exponent + 1 - digit_count, "0000000000000000");
  } else {
    snprintf(cell, CELL_LENGTH, "%s%.*s.%s", sign, exponent + 1, digits, digits + exponent + 1);
  }
}

static void put_number(struct cells *cells, enum field field, double value) { write_number(cells->text[field], value); }

static void put_seconds(struct cells *cells, enum field field, int64_t nanoseconds) {
  put_number(cells, field, (double)nanoseconds / 1e9);
}

static void put_flag(struct cells *cells, enum field field, bool value) { strcpy(cells->text[field], value ? "1" : "0"); }

static void put_text(struct cells *cells, enum field field, const char *text) {
  snprintf(cells->text[field], CELL_LENGTH, "%s", text);
}

static void put_location(struct cells *cells, const md_event *event) {
  if (!event->has_location || !event->location.has_coordinate) return;
  put_number(cells, FIELD_LAT, event->location.latitude);
  put_number(cells, FIELD_LON, event->location.longitude);
}

static void put_impact(struct cells *cells, const md_event *event) {
  if (event->id != 0) put_number(cells, FIELD_ID, (double)event->id);
  put_seconds(cells, FIELD_START, event->start_ns);
  put_number(cells, FIELD_PEAK_G, event->peak_g);
  put_flag(cells, FIELD_IS_PEAK_LOWER_BOUND, event->is_peak_lower_bound);
  put_number(cells, FIELD_IMPACT_DURATION_MS, event->impact_duration_ms);
  put_number(cells, FIELD_PRE_IMPACT_SPEED_MPS, event->pre_impact_speed_mps);
  put_number(cells, FIELD_VELOCITY_CHANGE_MPS, event->velocity_change_mps);
  put_number(cells, FIELD_DIRECTION_X, event->direction_x);
  put_number(cells, FIELD_DIRECTION_Y, event->direction_y);
  put_number(cells, FIELD_DIRECTION_Z, event->direction_z);
  put_flag(cells, FIELD_HAD_FREE_FALL, event->free_fall_ms > 0);
}

/* Prints an instant in seconds, exact to the nanosecond, with six decimals where they are enough. */
static void print_time(int64_t nanoseconds) {
  uint64_t size = nanoseconds < 0 ? 0 - (uint64_t)nanoseconds : (uint64_t)nanoseconds;
  uint64_t whole = size / 1000000000u;
  uint64_t rest = size % 1000000000u;
  printf("%s%" PRIu64 ".", nanoseconds < 0 ? "-" : "", whole);
  if (rest % 1000 == 0) {
    printf("%06" PRIu64, rest / 1000);
  } else {
    printf("%09" PRIu64, rest);
  }
}

static void print_line(const md_event *event, const char *detector, const char *name, const struct cells *cells) {
  print_time(event->timestamp_ns);
  printf(",%s,%s", detector, name);
  for (int field = 0; field < FIELD_COUNT; field += 1) printf(",%s", cells->text[field]);
  putchar('\n');
}

void event_line_print(const md_event *event) {
  struct cells cells = {0};
  switch (event->kind) {
    case MD_EVENT_MOTION_CHANGE:
      put_location(&cells, event);
      print_line(event, "motion", event->is_moving ? "moving" : "stationary", &cells);
      break;
    case MD_EVENT_CRASH_CANDIDATE:
      put_impact(&cells, event);
      put_seconds(&cells, FIELD_DEADLINE, event->deadline_ns);
      print_line(event, "crash", "candidate", &cells);
      break;
    case MD_EVENT_CRASH_CONFIRMED:
      put_impact(&cells, event);
      put_location(&cells, event);
      put_text(&cells, FIELD_EVIDENCE, event->text);
      put_number(&cells, FIELD_CONFIDENCE, event->confidence);
      put_number(&cells, FIELD_PEAK_ROTATION_RATE, event->peak_rotation_rate);
      put_flag(&cells, FIELD_IS_ROLLOVER, event->is_rollover);
      print_line(event, "crash", "confirmed", &cells);
      break;
    case MD_EVENT_CRASH_REJECTED:
      put_impact(&cells, event);
      put_text(&cells, FIELD_REASON, event->text);
      print_line(event, "crash", "rejected", &cells);
      break;
    case MD_EVENT_DISTRACTION_OPENED:
      put_seconds(&cells, FIELD_START, event->start_ns);
      put_text(&cells, FIELD_CAUSE, event->text);
      print_line(event, "distraction", "opened", &cells);
      break;
    case MD_EVENT_DISTRACTION:
      put_seconds(&cells, FIELD_START, event->start_ns);
      put_number(&cells, FIELD_DURATION_SEC, event->duration_s);
      put_text(&cells, FIELD_CAUSE, event->text);
      put_location(&cells, event);
      print_line(event, "distraction", "closed", &cells);
      break;
    case MD_EVENT_HEADING:
      put_number(&cells, FIELD_HEADING, event->heading);
      put_number(&cells, FIELD_ACCURACY, event->accuracy);
      put_flag(&cells, FIELD_IS_TRUE, event->is_true);
      print_line(event, "heading", "heading", &cells);
      break;
    case MD_EVENT_ARM_TIMER:
    case MD_EVENT_CANCEL_TIMER:
    case MD_EVENT_REARM_GEOFENCE:
    case MD_EVENT_REQUEST_PROBE:
    case MD_EVENT_STOP_RECORD:
    case MD_EVENT_HEARTBEAT:
    case MD_EVENT_DISTRACTION_CAUSE:
    case MD_EVENT_DISTRACTION_CLOSED:
      break;
  }
}
