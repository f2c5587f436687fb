/* MotionDetectors for C hosts.
 *
 * An engine is an opaque handle. The host pushes what its platform reports, in whatever interleaving it comes, each with
 * the instant of its receipt in nanoseconds on one monotonic line, which is the sensors' own. What follows comes through
 * a callback before the call returns. The engine owns no thread, no clock, no file and no sensor.
 *
 * Threads: one engine is used by one thread at a time; different engines by any. Two threads in one engine at once are
 * noticed and the later one gets MD_ERROR_CONCURRENT_USE, as does a call made from within a callback.
 *
 * Memory: the engine keeps no pointer that it is given, but for the callbacks and their contexts. Pointers that a
 * callback gets are valid until it returns.
 *
 * Handles: a handle is a name, not an address. NULL, a destroyed engine, one destroyed twice and a pointer that never
 * was a handle are told from a live engine and answered with an error code.
 *
 * Structs begin with their version, which the side that fills them in sets to the constant of their name; a struct of a
 * version that is not known is refused. Numbers are SI unless their name says otherwise.
 */
#ifndef MOTION_DETECTORS_H
#define MOTION_DETECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status ------------------------------------------------------------------------------------------------------ */

/* What became of a call. */
typedef enum md_status {
  MD_OK = 0,                      /* Done. */
  MD_ERROR_NULL_ARGUMENT = 1,     /* A pointer that must not be NULL is NULL. */
  MD_ERROR_INVALID_HANDLE = 2,    /* The engine has been destroyed, or was never created. */
  MD_ERROR_CONCURRENT_USE = 3,    /* The engine is in use by another thread, or by the caller of this callback. */
  MD_ERROR_UNKNOWN_VERSION = 4,   /* A struct has a version that this library does not know. */
  MD_ERROR_INVALID_ARGUMENT = 5,  /* A value is outside its range; nothing was taken. */
  MD_ERROR_CONFIGURATION = 6,     /* The configuration was refused; the message says which field and why. */
  MD_ERROR_SNAPSHOT = 7,          /* The snapshot was refused or could not be made; the message says why. */
  MD_ERROR_BUFFER_TOO_SMALL = 8   /* The buffer is too small; the length that is needed was written. */
} md_status;

/* A short text for a status, in English, never NULL, valid for ever. */
const char *md_status_text(md_status status);

/* ---- Life of an engine ------------------------------------------------------------------------------------------- */

/* A detector engine. */
typedef struct md_engine md_engine;

/* Creates an engine.
 *
 * configuration_json: UTF-8 text of configuration_length bytes in which any section and any field may be missing; NULL
 *   for the defaults, in which every detector is off.
 * engine: where the handle goes; set to NULL on failure.
 * message: where the reason of a failure goes, cut off at message_capacity bytes and always ended by a zero byte, whatever fails;
 *   on success the names of keys that mean nothing, separated by commas, or an empty text. NULL where not wanted.
 */
md_status md_engine_create(const char *configuration_json, size_t configuration_length, md_engine **engine,
                           char *message, size_t message_capacity);

/* Creates an engine that goes on where the one that wrote the snapshot stood. Arguments as above. */
md_status md_engine_restore(const uint8_t *snapshot, size_t snapshot_length, md_engine **engine, char *message,
                            size_t message_capacity);

/* Goes on under another configuration, with everything that is under way: an open episode stays open unless distraction
 * detection is switched off, a crash candidate that waits goes on waiting. Where it is refused nothing has changed.
 *
 * The arguments are those of md_engine_create; what follows at once, such as the end of an episode, comes as events.
 */
md_status md_engine_reconfigure(md_engine *engine, const char *configuration_json, size_t configuration_length,
                                int64_t now_ns, char *message, size_t message_capacity);

/* Writes how things stand as JSON, for a field investigation: whether the phone is on the move, which detectors are armed,
 * readings by sensor and verdict, measured rates, fixes by verdict, the ages of the last raw and the last accepted fix, the
 * reasons of the last rejections. No zero byte behind it.
 *
 * length: where the number of bytes goes, also where the buffer is too small.
 */
md_status md_engine_health(md_engine *engine, int64_t now_ns, char *buffer, size_t capacity, size_t *length);

/* Destroys an engine. NULL is an error that does nothing; so is destroying twice. */
md_status md_engine_destroy(md_engine *engine);

/* Writes down all that an engine needs to go on in another process: at most MD_SNAPSHOT_MAXIMUM_LENGTH bytes.
 *
 * length: where the number of bytes goes, also where the buffer is too small.
 */
md_status md_engine_snapshot(md_engine *engine, uint8_t *buffer, size_t capacity, size_t *length, char *message,
                             size_t message_capacity);

/* No snapshot is larger than this. */
#define MD_SNAPSHOT_MAXIMUM_LENGTH 65536

/* ---- What comes out ---------------------------------------------------------------------------------------------- */

/* A fix of the location service. */
typedef struct md_fix {
  uint32_t version;     /* MD_FIX_VERSION */
  bool has_coordinate;  /* Whether latitude and longitude mean anything. */
  int64_t timestamp_ns; /* When the position was measured. */
  double latitude;      /* Degrees north, in [-90, 90]. */
  double longitude;     /* Degrees east, in [-180, 180]. */
  double accuracy;      /* Radius in metres as reported, 0 and below for invalid; NaN where the source reports none. */
  double speed;         /* m/s; negative or NaN for unknown. */
  double course;        /* Degrees clockwise from north; negative or NaN for unknown. */
} md_fix;
#define MD_FIX_VERSION 1u

/* What an event is about. */
typedef enum md_event_kind {
  MD_EVENT_MOTION_CHANGE = 1,       /* is_moving; location where has_location */
  MD_EVENT_ARM_TIMER = 2,           /* timer, deadline_ns: schedule it and feed it to md_timer_fired */
  MD_EVENT_CANCEL_TIMER = 3,        /* timer: forget it */
  MD_EVENT_REARM_GEOFENCE = 4,      /* location's coordinate, radius: watch this circle instead of any earlier one */
  MD_EVENT_REQUEST_PROBE = 5,       /* text: why. Get a precise fix and the classifier's verdict and feed both in. */
  MD_EVENT_STOP_RECORD = 6,         /* start_ns: still since; location where has_location */
  MD_EVENT_HEARTBEAT = 7,           /* location where has_location */
  MD_EVENT_CRASH_CANDIDATE = 8,     /* id, deadline_ns, the impact's fields: answer with md_crash_response */
  MD_EVENT_CRASH_CONFIRMED = 9,     /* id, the impact's fields, confidence, peak_rotation_rate, is_rollover, text: what
                                       confirmed it; location where has_location */
  MD_EVENT_CRASH_REJECTED = 10,     /* id, or 0 where it never was a candidate; the impact's fields, text: the reason */
  MD_EVENT_DISTRACTION_OPENED = 11, /* start_ns, text: the cause */
  MD_EVENT_DISTRACTION_CAUSE = 12,  /* start_ns, text: the new cause */
  MD_EVENT_DISTRACTION_CLOSED = 13, /* start_ns, end_ns */
  MD_EVENT_DISTRACTION = 14,        /* The complete episode: start_ns, duration_s, text: the cause; location */
  MD_EVENT_HEADING = 15             /* heading, accuracy, is_true */
} md_event_kind;

/* A timer that the engine asks the host to schedule. */
typedef struct md_timer {
  uint32_t purpose;    /* 1 stop time-out, 2 heartbeat, 3 a crash candidate's deadline. */
  uint32_t reserved;   /* 0 */
  uint64_t generation; /* Tells this timer from earlier ones of its purpose. */
} md_timer;

/* One event; md_event_kind says which fields mean anything, the others are 0.
 *
 * An impact's fields are start_ns, peak_g, is_peak_lower_bound, is_saturated, impact_duration_ms, pre_impact_speed_mps,
 * velocity_change_mps, direction_x, direction_y, direction_z and free_fall_ms.
 */
typedef struct md_event {
  uint32_t version;            /* MD_EVENT_VERSION */
  md_event_kind kind;          /* What it is about. */
  int64_t timestamp_ns;        /* When it was decided, on the time line. */
  double timestamp_unix_s;     /* The same by the wall clock. */
  uint64_t id;                 /* Crash candidate, counted from 1. */
  int64_t start_ns;            /* Beginning of an impact, of an episode or of a rest. */
  int64_t end_ns;              /* End of an episode. */
  int64_t deadline_ns;         /* Of a timer or a candidate. */
  double duration_s;           /* Length of an episode. */
  double peak_g;               /* Peak impact magnitude less gravity, in g. */
  double impact_duration_ms;   /* First to last crossing of the duration threshold. */
  double pre_impact_speed_mps; /* Speed just before the impact; NaN where unknown, which a confirmed crash's never is. */
  double velocity_change_mps;  /* Size of the velocity change over the impact. */
  double direction_x;          /* Its direction along the device's x axis, as a unit vector; NaN where it has none. */
  double direction_y;          /* The same along the y axis. */
  double direction_z;          /* The same along the z axis. */
  double free_fall_ms;         /* Free fall that ended in the impact, or whose bounce it is; 0 where there was none. */
  double peak_rotation_rate;   /* Highest rate since the impact in rad/s; NaN without a gyroscope. */
  double confidence;           /* In [0, 1]. */
  double radius;               /* Of the circle, in metres. */
  double heading;              /* Smoothed azimuth in degrees, in [0, 360). */
  double accuracy;             /* Estimated error of the heading in degrees; negative where invalid. */
  bool is_moving;              /* The state that was entered. */
  bool is_peak_lower_bound;    /* Whether the true peak can be higher: sensor at its rail, or too slow for the pulse. */
  bool is_saturated;           /* Whether the accelerometer stood at its rail. */
  bool is_rollover;            /* Whether the phone turned over by more than 90 degrees about a horizontal axis. */
  bool is_true;                /* Whether the heading counts from true north. */
  bool has_location;           /* Whether location means anything. */
  md_timer timer;              /* Which timer. */
  md_fix location;             /* The fix that goes with the event. */
  const char *text;            /* A stable code, such as a reason; never NULL, empty where there is none. */
} md_event;
#define MD_EVENT_VERSION 1u

/* Takes an event. It must not call into the same engine. */
typedef void (*md_event_callback)(void *context, const md_event *event);

/* Says where events go; NULL for nowhere. Applies from the next call on. */
md_status md_set_event_callback(md_engine *engine, md_event_callback callback, void *context);

/* How a check came out. */
typedef enum md_verdict {
  MD_VERDICT_PASSED = 1,        /* The measured value meets the threshold. */
  MD_VERDICT_FAILED = 2,        /* It does not. */
  MD_VERDICT_SKIPPED = 3,       /* An earlier check had settled the matter. */
  MD_VERDICT_NOT_APPLICABLE = 4 /* There was nothing to measure. */
} md_verdict;

/* One check behind a decision. */
typedef struct md_decision {
  uint32_t version;     /* MD_DECISION_VERSION */
  md_verdict verdict;   /* How it came out. */
  int64_t timestamp_ns; /* When it was made. */
  const char *code;     /* A stable name, never NULL. */
  double measured;      /* The measured value; NaN where there was nothing to measure. */
  double threshold;     /* The threshold; NaN where there is none. */
} md_decision;
#define MD_DECISION_VERSION 1u

/* Takes a check. It must not call into the same engine. */
typedef void (*md_decision_callback)(void *context, const md_decision *decision);

/* Says where checks go; NULL for nowhere, which costs nothing. Applies from the next call on. */
md_status md_set_decision_callback(md_engine *engine, md_decision_callback callback, void *context);

/* ---- What goes in ------------------------------------------------------------------------------------------------ */

/* A reading of the accelerometer in m/s², gravity included, of Android's sign: +9.81 on the axis that points up at rest.
 * Core Motion's values, in g and of the opposite sign, are multiplied by -9.80665 before. */
md_status md_push_acceleration(md_engine *engine, int64_t timestamp_ns, double x, double y, double z);

/* A reading of the gyroscope in rad/s. */
md_status md_push_rotation(md_engine *engine, int64_t timestamp_ns, double x, double y, double z);

/* A reading of the magnetometer in microteslas. */
md_status md_push_magnetic_field(md_engine *engine, int64_t timestamp_ns, double x, double y, double z);

/* A fix, received at received_ns. */
md_status md_push_fix(md_engine *engine, const md_fix *fix, int64_t received_ns);

/* A verdict of the activity classifier, received at received_ns.
 *
 * activity: in_vehicle, on_bicycle, on_foot, running, walking, still, tilting or unknown.
 * confidence: 0 to 100.
 */
md_status md_push_activity(md_engine *engine, int64_t timestamp_ns, const char *activity, int32_t confidence,
                           int64_t received_ns);

/* The app starts a session; repeated, it changes nothing. */
md_status md_start(md_engine *engine, int64_t now_ns);

/* The app ends the session. */
md_status md_stop(md_engine *engine, int64_t now_ns);

/* The app forces a motion state. */
md_status md_change_pace(md_engine *engine, bool is_moving, int64_t now_ns);

/* A timer that the engine armed has fired, at now_ns really. */
md_status md_timer_fired(md_engine *engine, md_timer timer, int64_t now_ns);

/* The platform saw a significant change of position. */
md_status md_significant_change(md_engine *engine, int64_t now_ns);

/* The platform saw an arrival at a place or a departure from one. */
md_status md_visit(md_engine *engine, int64_t now_ns);

/* The pedometer counted a step. */
md_status md_step(md_engine *engine, int64_t now_ns);

/* The screen became active or inactive. */
md_status md_screen(md_engine *engine, bool is_active, int64_t now_ns);

/* The wall clock was read: unix_s seconds since 1970 at now_ns. */
md_status md_clock(md_engine *engine, double unix_s, int64_t now_ns);

/* Someone answered a crash candidate. An answer to one that has been settled changes nothing. */
md_status md_crash_response(md_engine *engine, uint64_t id, bool is_crash, int64_t now_ns);

/* Writes the record of a crash candidate as JSON: velocity change every 10 ms over 0 to 250 ms, peaks, the fixes before and
 * after, what confirmed it. At most MD_CRASH_RECORD_MAXIMUM_LENGTH bytes, no zero byte behind them. It is there from the
 * candidate's event on, for the latest two candidates that were not rejected; fixes are added as they come.
 *
 * length: where the number of bytes goes, also where the buffer is too small.
 */
md_status md_crash_record(md_engine *engine, uint64_t id, char *buffer, size_t capacity, size_t *length);

/* No record of a crash is longer than this. */
#define MD_CRASH_RECORD_MAXIMUM_LENGTH 16384

/* Hands on what the gate still holds back: the stream is at its end, or stops for now. */
md_status md_flush(md_engine *engine);

/* ---- Location records -------------------------------------------------------------------------------------------- */

/* What a record is for. */
typedef enum md_record_purpose {
  MD_RECORD_UPLOAD = 1,  /* It will be persisted and uploaded. */
  MD_RECORD_SAMPLE = 2,  /* It is only a sample. */
  MD_RECORD_EMBEDDED = 3 /* It is part of another event. */
} md_record_purpose;

/* The distraction keys of a record that is being built. */
typedef struct md_record_keys {
  uint32_t version; /* MD_RECORD_KEYS_VERSION */
  bool has_dds;     /* Whether dds and ddc are to be written. */
  bool has_ddd;     /* Whether ddd is to be written too. */
  double dds;       /* Unix seconds of the episode's start. */
  double ddd;       /* Duration in seconds. */
  char ddc[4];      /* The cause, one letter and a zero byte. */
  int64_t token;    /* To be handed to md_record_persisted or md_record_dropped. */
} md_record_keys;
#define MD_RECORD_KEYS_VERSION 1u

/* Says which keys the record that is being built carries. */
md_status md_record_built(md_engine *engine, md_record_purpose purpose, md_record_keys *keys);

/* The record with this token has been persisted. */
md_status md_record_persisted(md_engine *engine, int64_t token);

/* The record with this token was dropped. */
md_status md_record_dropped(md_engine *engine, int64_t token);

#ifdef __cplusplus
}
#endif

#endif
