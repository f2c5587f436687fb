import CGSL

@testable import SignalFilters

/// The library's own functions over whole vectors, against which the streaming filters are measured.
enum BatchReference {
  /// The statistics of `gsl_movstat` that fill one or two vectors.
  enum Statistic: String, CaseIterable {
    case median, deviation, plainDeviation, extrema
  }

  static func statistic(
    _ statistic: Statistic,
    _ data: [Double],
    span: WindowSpan,
    ends: WindowEnds
  ) -> (first: [Double], second: [Double]) {
    GSL.prepare()
    guard let workspace = gsl_movstat_alloc2(span.before, span.after) else { return ([], []) }
    defer { gsl_movstat_free(workspace) }
    let ends = endType(ends)
    return vectors(data) { x, y, z in
      switch statistic {
      case .median: gsl_movstat_median(ends, x, y, workspace)
      case .deviation: gsl_movstat_mad(ends, x, y, z, workspace)
      case .plainDeviation: gsl_movstat_mad0(ends, x, y, z, workspace)
      case .extrema: gsl_movstat_minmax(ends, x, y, z, workspace)
      }
    }
  }

  static func gaussian(
    _ data: [Double],
    count: Int,
    deviations: Double,
    ends: WindowEnds
  ) -> [Double] {
    GSL.prepare()
    guard let workspace = gsl_filter_gaussian_alloc(count) else { return [] }
    defer { gsl_filter_gaussian_free(workspace) }
    let ends = gsl_filter_end_t(rawValue: endType(ends).rawValue)
    return vectors(data) { x, y, _ in gsl_filter_gaussian(ends, deviations, 0, x, y, workspace) }
      .first
  }

  static func impulse(
    _ data: [Double],
    count: Int,
    threshold: Double,
    ends: WindowEnds
  ) -> (values: [Double], outliers: [Bool]) {
    GSL.prepare()
    guard let workspace = gsl_filter_impulse_alloc(count),
      let median = gsl_vector_alloc(data.count), let spread = gsl_vector_alloc(data.count),
      let isOutlier = gsl_vector_int_alloc(data.count)
    else { return ([], []) }
    defer {
      gsl_filter_impulse_free(workspace)
      gsl_vector_free(median)
      gsl_vector_free(spread)
      gsl_vector_int_free(isOutlier)
    }
    let ends = gsl_filter_end_t(rawValue: endType(ends).rawValue)
    var outliers = 0
    let values = vectors(data) { x, y, _ in
      gsl_filter_impulse(
        ends,
        GSL_FILTER_SCALE_MAD,
        threshold,
        x,
        y,
        median,
        spread,
        &outliers,
        isOutlier,
        workspace
      )
    }
    return (values.first, data.indices.map { gsl_vector_int_get(isOutlier, $0) == 1 })
  }

  private static func endType(_ ends: WindowEnds) -> gsl_movstat_end_t {
    switch ends {
    case .padZero: GSL_MOVSTAT_END_PADZERO
    case .padValue: GSL_MOVSTAT_END_PADVALUE
    case .truncate: GSL_MOVSTAT_END_TRUNCATE
    }
  }

  /// Copies data into a vector, lets a function fill two others and gives those back; empty where it fails.
  private static func vectors(
    _ data: [Double],
    _ body: (
      UnsafeMutablePointer<gsl_vector>, UnsafeMutablePointer<gsl_vector>,
      UnsafeMutablePointer<gsl_vector>
    ) -> Int32
  ) -> (first: [Double], second: [Double]) {
    guard let x = gsl_vector_alloc(data.count), let y = gsl_vector_calloc(data.count),
      let z = gsl_vector_calloc(data.count)
    else { return ([], []) }
    defer {
      gsl_vector_free(x)
      gsl_vector_free(y)
      gsl_vector_free(z)
    }
    for (index, value) in data.enumerated() { gsl_vector_set(x, index, value) }
    guard body(x, y, z) == 0 else { return ([], []) }
    return (
      data.indices.map { gsl_vector_get(y, $0) }, data.indices.map { gsl_vector_get(z, $0) }
    )
  }
}
