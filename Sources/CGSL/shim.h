/* The part of the GNU Scientific Library that this package uses, in a form that Swift 6 accepts. */
#ifndef MOTION_DETECTORS_CGSL_SHIM_H
#define MOTION_DETECTORS_CGSL_SHIM_H

#include <gsl/gsl_errno.h>
#include <gsl/gsl_filter.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_movstat.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_statistics_double.h>
#include <gsl/gsl_version.h>

/* GSL's method tables are mutable globals, which strict concurrency rejects: these functions hand out
   pointers to them as constants. They are written by nobody. */
static inline const gsl_movstat_accum *cgsl_accum_median(void) { return gsl_movstat_accum_median; }
static inline const gsl_movstat_accum *cgsl_accum_mad(void) { return gsl_movstat_accum_mad; }
static inline const gsl_movstat_accum *cgsl_accum_min(void) { return gsl_movstat_accum_min; }
static inline const gsl_movstat_accum *cgsl_accum_max(void) { return gsl_movstat_accum_max; }
static inline const gsl_movstat_accum *cgsl_accum_minmax(void) { return gsl_movstat_accum_minmax; }
static inline const gsl_rng_type *cgsl_rng_mt19937(void) { return gsl_rng_mt19937; }

/* What an accumulator does, as plain functions: its members are pointers, one of them named like a keyword. */
static inline size_t cgsl_accum_size(const gsl_movstat_accum *accum, size_t n) { return accum->size(n); }
static inline int cgsl_accum_init(const gsl_movstat_accum *accum, size_t n, void *state) {
  return accum->init(n, state);
}
static inline int cgsl_accum_insert(const gsl_movstat_accum *accum, double x, void *state) {
  return accum->insert(x, state);
}
static inline int cgsl_accum_get(const gsl_movstat_accum *accum, double scale, double result[2], const void *state) {
  return accum->get(&scale, result, state);
}

#endif
