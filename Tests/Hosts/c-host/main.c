/* A host in C: streams a recording from standard input through an engine and prints its events.
 *
 * Usage: c-host CONFIGURATION.json <RECORDING.csv
 *
 * It does what a phone's host would, on the recording's own clock: starts a session with the first row, schedules the
 * timers that the engine asks for, and hands on what is still held back at the end.
 *
 * Exit status: 0 done, 64 wrong usage, 65 a recording or configuration that cannot be read, 70 a call that failed.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event_line.h"
#include "motion_detectors.h"
#include "recording.h"

enum { EXIT_USAGE = 64, EXIT_DATA = 65, EXIT_CALL = 70, TIMER_CAPACITY = 32, MESSAGE_LENGTH = 512 };

/* A host that slept longer than this finds its timers late; a lone leap of a time stamp beyond it is not believed. */
static const double longest_wakeful_gap_s = 3600;

struct timer {
  md_timer id;
  int64_t deadline_ns;
};

struct host {
  md_engine *engine;
  struct timer timers[TIMER_CAPACITY];
  int timer_count;
  bool is_started;
  int64_t now_ns;
};

static double seconds_between(int64_t earlier, int64_t later) { return ((double)later - (double)earlier) / 1e9; }

static void require(md_status status, const char *call) {
  if (status == MD_OK) return;
  fprintf(stderr, "%s: %s\n", call, md_status_text(status));
  exit(EXIT_CALL);
}

static void forget_timer(struct host *host, md_timer id) {
  int kept = 0;
  for (int index = 0; index < host->timer_count; index += 1) {
    struct timer timer = host->timers[index];
    if (timer.id.purpose != id.purpose || timer.id.generation != id.generation) host->timers[kept++] = timer;
  }
  host->timer_count = kept;
}

static void take_event(void *context, const md_event *event) {
  struct host *host = context;
  if (event->kind == MD_EVENT_ARM_TIMER) {
    if (host->timer_count == TIMER_CAPACITY) {
      fputs("more timers than anybody could want\n", stderr);
      exit(EXIT_CALL);
    }
    host->timers[host->timer_count++] = (struct timer){event->timer, event->deadline_ns};
  } else if (event->kind == MD_EVENT_CANCEL_TIMER) {
    forget_timer(host, event->timer);
  } else {
    event_line_print(event);
  }
}

/* Fires what is due in the order of the deadlines; what a timer arms meanwhile may be due, too. */
static void fire_timers(struct host *host, int64_t now_ns) {
  bool has_slept = seconds_between(host->now_ns, now_ns) > longest_wakeful_gap_s;
  while (host->timer_count > 0) {
    struct timer due = host->timers[0];
    for (int index = 1; index < host->timer_count; index += 1) {
      if (host->timers[index].deadline_ns < due.deadline_ns) due = host->timers[index];
    }
    if (due.deadline_ns > now_ns) return;
    forget_timer(host, due.id);
    require(md_timer_fired(host->engine, due.id, has_slept ? now_ns : due.deadline_ns), "md_timer_fired");
  }
}

/* When a row arrived: the latest time that any row so far has carried, but for a lone leap. */
static int64_t arrival(const struct host *host, const struct row *row, const struct row *next) {
  int64_t t = row->timestamp_ns;
  if (next != NULL && seconds_between(next->timestamp_ns, t) > longest_wakeful_gap_s) {
    int64_t before = host->is_started ? host->now_ns : next->timestamp_ns;
    if (seconds_between(before, t) > longest_wakeful_gap_s) return before;
  }
  return host->is_started && host->now_ns > t ? host->now_ns : t;
}

static void push_fix(struct host *host, const struct row *row) {
  md_fix fix = {
      .version = MD_FIX_VERSION,
      .has_coordinate = row->has[COLUMN_LAT],
      .timestamp_ns = row->timestamp_ns,
      .latitude = row->value[COLUMN_LAT],
      .longitude = row->value[COLUMN_LON],
      .accuracy = row->has[COLUMN_ACCURACY] ? row->value[COLUMN_ACCURACY] : NAN,
      .speed = row->has[COLUMN_SPEED] ? row->value[COLUMN_SPEED] : NAN,
      .course = NAN,
  };
  require(md_push_fix(host->engine, &fix, host->now_ns), "md_push_fix");
}

/* Feeds a row: what turns the phone first, then its accelerometer, then fix and activity. */
static void feed(struct host *host, const struct row *row, const struct row *next) {
  int64_t now = arrival(host, row, next);
  if (!host->is_started) {
    host->is_started = true;
    host->now_ns = now;
    require(md_start(host->engine, now), "md_start");
  }
  fire_timers(host, now);
  host->now_ns = now;
  int64_t t = row->timestamp_ns;
  const double *value = row->value;
  if (row->has[COLUMN_GX]) {
    require(md_push_rotation(host->engine, t, value[COLUMN_GX], value[COLUMN_GY], value[COLUMN_GZ]),
            "md_push_rotation");
  }
  if (row->has[COLUMN_MX]) {
    require(md_push_magnetic_field(host->engine, t, value[COLUMN_MX], value[COLUMN_MY], value[COLUMN_MZ]),
            "md_push_magnetic_field");
  }
  if (row->has[COLUMN_AX]) {
    require(md_push_acceleration(host->engine, t, value[COLUMN_AX], value[COLUMN_AY], value[COLUMN_AZ]),
            "md_push_acceleration");
  }
  if (row->has[COLUMN_SPEED] || row->has[COLUMN_LAT] || row->has[COLUMN_ACCURACY]) push_fix(host, row);
  if (row->has[COLUMN_ACTIVITY]) {
    require(md_push_activity(host->engine, t, row->activity, (int32_t)value[COLUMN_CONFIDENCE], now),
            "md_push_activity");
  }
}

/* Reads the configuration and creates the engine with it; a key that means nothing is refused. */
static md_engine *create_engine(const char *path) {
  static char text[65536];
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    exit(EXIT_DATA);
  }
  size_t length = fread(text, 1, sizeof text, file);
  fclose(file);
  md_engine *engine = NULL;
  char message[MESSAGE_LENGTH];
  md_status status = md_engine_create(text, length, &engine, message, sizeof message);
  if (status != MD_OK || message[0] != 0) {
    fprintf(stderr, "%s: %s: %s\n", path, status == MD_OK ? "unknown keys" : md_status_text(status), message);
    exit(EXIT_DATA);
  }
  return engine;
}

int main(int argument_count, char **arguments) {
  if (argument_count != 2) {
    fputs("usage: c-host CONFIGURATION.json <RECORDING.csv\n", stderr);
    return EXIT_USAGE;
  }
  struct host host = {.engine = create_engine(arguments[1])};
  require(md_set_event_callback(host.engine, take_event, &host), "md_set_event_callback");

  struct recording recording;
  if (!recording_begin(&recording, stdin)) return EXIT_DATA;
  event_line_print_header();
  struct row row;
  struct row next;
  int found = recording_next(&recording, &row);
  while (found == 1) {
    found = recording_next(&recording, &next);
    feed(&host, &row, found == 1 ? &next : NULL);
    row = next;
  }
  if (found < 0) return EXIT_DATA;

  // Nothing comes after the last row: what is still held back is handed on.
  require(md_flush(host.engine), "md_flush");
  require(md_engine_destroy(host.engine), "md_engine_destroy");
  return fflush(stdout) == 0 ? 0 : EXIT_CALL;
}
