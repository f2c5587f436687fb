import DetectorEngine

/// How each rule trades detections against false alarms as one of its thresholds moves.
struct OperatingCurves {
  /// One curve: one rule on one row's recordings.
  struct Curve: Encodable, Equatable {
    let dataset: String
    let origin: String
    let speed: String
    let split: String
    let detector: String
    let rule: String

    /// What moves, in words.
    let threshold: String

    /// What it is measured in.
    let unit: String

    var points: [Point]
  }

  /// One point of a curve, as `scores.csv` would count it.
  struct Point: Encodable, Equatable {
    /// The threshold's value.
    let value: Double

    /// Whether it is the one that the scores were made with.
    let isShipped: Bool

    let hours: Double
    let labels: Int
    let found: Int
    let falseAlarms: Int
    let recall: Double?
    let recallLow: Double?
    let recallHigh: Double?
    let falseAlarmsPerHour: Double?
    let falseAlarmsPerHourBound: Double?
  }

  /// A threshold that is moved, and what the rest of the configuration then is.
  struct Knob: Sendable {
    let detector: DetectorName
    let rule: BenchRule

    /// What moves, in words.
    let threshold: String

    /// What it is measured in.
    let unit: String

    /// The value at which the rule is shipped, or that the configuration says.
    let shipped: Double

    /// The values that are tried, the shipped one among them, in order.
    let values: [Double]

    /// Moves the threshold; nil where the configuration would not be a possible one.
    let configuration: @Sendable (_ value: Double) -> BenchConfiguration?
  }

  private(set) var curves: [Curve] = []

  /// Where in `curves` each row's curve stands.
  private var places: [ScoreBoard.Key: Int] = [:]

  /// Adds what came out at one value of a threshold, for those rows that have something to find.
  mutating func add(_ board: ScoreBoard, at value: Double, of knob: Knob) {
    for (key, score) in board.rows
    where key.detector == knob.detector && key.rule == knob.rule && score.counts.labels > 0 {
      let counts = score.counts
      let point = Point(
        value: value,
        isShipped: value == knob.shipped,
        hours: counts.hours,
        labels: counts.labels,
        found: counts.found,
        falseAlarms: counts.falseAlarms,
        recall: counts.recall,
        recallLow: counts.recallInterval?.lowerBound,
        recallHigh: counts.recallInterval?.upperBound,
        falseAlarmsPerHour: counts.falseAlarmsPerHour,
        falseAlarmsPerHourBound: counts.falseAlarmsPerHourBound
      )
      if let place = places[key] {
        curves[place].points.append(point)
      } else {
        places[key] = curves.count
        curves.append(
          Curve(
            dataset: key.dataset,
            origin: key.origin.rawValue,
            speed: key.variant.text,
            split: key.split.rawValue,
            detector: key.detector.rawValue,
            rule: key.rule.rawValue,
            threshold: knob.threshold,
            unit: knob.unit,
            points: [point]
          )
        )
      }
    }
  }
}

extension OperatingCurves {
  /// The thresholds that are moved, for the detectors that are wanted.
  ///
  /// Each rule's own main threshold: of a crash the peak; of our distraction detector all thresholds of motion together,
  /// since each of them alone leaves the others to find what it misses.
  static func knobs(_ base: BenchConfiguration, detectors: Set<DetectorName>) -> [Knob] {
    [
      peak(.ours, base, shipped: base.engine.crashDetection.impactThreshold) {
        $0.engine.crashDetection.impactThreshold = $1
        $0.engine.distractionDetection.enabled = false
      },
      peak(.contract, base, shipped: base.baselines.contractPeakG) {
        $0.baselines.contractPeakG = $1
      },
      peak(.naive2g, base, shipped: base.baselines.naivePeakG) { $0.baselines.naivePeakG = $1 },
      knob(
        .distraction,
        .ours,
        ("all thresholds of motion", "times"),
        base,
        shipped: 1,
        [0.3, 0.5, 0.7, 0.85, 1.2, 1.5, 2, 3, 4]
      ) {
        $0.engine.distractionDetection.scaleMotionThresholds(by: $1)
        $0.engine.crashDetection.enabled = false
      },
      knob(
        .distraction,
        .tilt20deg,
        ("change of direction", "°"),
        base,
        shipped: base.baselines.tiltDeg,
        [5, 10, 15, 30, 45, 60, 90]
      ) { $0.baselines.tiltDeg = $1 },
      knob(
        .distraction,
        .variance,
        ("variance", "(m/s²)²"),
        base,
        shipped: base.baselines.variance,
        [0.1, 0.25, 0.5, 2, 4, 8, 16, 32]
      ) { $0.baselines.variance = $1 },
    ].filter { detectors.contains($0.detector) }
  }

  private static func peak(
    _ rule: BenchRule,
    _ base: BenchConfiguration,
    shipped: Double,
    _ move: @escaping @Sendable (inout BenchConfiguration, Double) -> Void
  ) -> Knob {
    knob(
      .crash,
      rule,
      ("peak", "g"),
      base,
      shipped: shipped,
      [1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 10, 13, 16],
      move
    )
  }

  private static func knob(
    _ detector: DetectorName,
    _ rule: BenchRule,
    _ threshold: (name: String, unit: String),
    _ base: BenchConfiguration,
    shipped: Double,
    _ values: [Double],
    _ move: @escaping @Sendable (inout BenchConfiguration, Double) -> Void
  ) -> Knob {
    Knob(
      detector: detector,
      rule: rule,
      threshold: threshold.name,
      unit: threshold.unit,
      shipped: shipped,
      values: Set(values + [shipped]).sorted()
    ) { value in
      var moved = base
      // Headings have no part in what is counted here, and cost the most.
      moved.engine.heading.enabled = false
      move(&moved, value)
      return (try? DetectorEngine(moved.engine)) == nil ? nil : moved
    }
  }
}

extension DistractionConfiguration {
  /// Multiplies every threshold that motion must reach to begin or to keep up handling, up to its range's end.
  fileprivate mutating func scaleMotionThresholds(by factor: Double) {
    beginRotation *= factor
    holdRotation *= factor
    holdRotationAway = max(0.01, holdRotationAway * factor)
    beginTiltDeg = min(180, beginTiltDeg * factor)
    holdTiltDeg = min(180, holdTiltDeg * factor)
    beginSway *= factor
    holdSway *= factor
    beginDepartureDeg = min(180, beginDepartureDeg * factor)
    holdDepartureDeg = min(180, holdDepartureDeg * factor)
  }
}
