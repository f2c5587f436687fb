import DetectorEngine

/// An event as a line of CSV, the columns being those of `bench-detectors replay`.
struct EventLine {
  private static let fields = [
    "id", "deadline", "start", "reason", "evidence", "confidence", "peakG", "isPeakLowerBound",
    "impactDurationMs", "preImpactSpeedMps", "velocityChangeMps", "directionX", "directionY",
    "directionZ", "peakRotationRate", "isRollover", "hadFreeFall", "durationSec", "cause",
    "heading", "accuracy", "isTrue", "lat", "lon",
  ]

  /// The names of the columns.
  static let header = (["t", "detector", "event"] + fields).joined(separator: ",")

  private let timestamp: Timestamp
  private let detector: String
  private let event: String
  private var cells: [String: String] = [:]

  /// The line, without its end.
  var text: String {
    ([Self.seconds(timestamp), detector, event] + Self.fields.map { cells[$0] ?? "" })
      .joined(separator: ",")
  }

  /// Turns an output into a line; nil for what asks the host to do something.
  init?(_ output: EngineOutput) {
    switch output {
    case .motionChange(let event):
      self.init(event.timestamp, "motion", event.isMoving ? "moving" : "stationary")
      put(event.location)
    case .crash(let output): self.init(output)
    case .distraction(.opened(let start, let instant, let cause)):
      self.init(instant, "distraction", "opened")
      put("start", start.seconds)
      cells["cause"] = cause.rawValue
    case .distractionEpisode(let event):
      self.init(event.timestamp, "distraction", "closed")
      put("start", event.startTimestamp.seconds)
      put("durationSec", event.durationSec)
      cells["cause"] = event.cause.rawValue
      put(event.location)
    case .heading(let event):
      self.init(event.timestamp, "heading", "heading")
      put("heading", event.heading)
      put("accuracy", event.accuracy)
      put("isTrue", event.isTrue)
    case .armTimer, .cancelTimer, .rearmGeofence, .requestProbe, .recordStop, .heartbeat,
      .distraction:
      return nil
    }
  }

  private init(_ timestamp: Timestamp, _ detector: String, _ event: String) {
    self.timestamp = timestamp
    self.detector = detector
    self.event = event
  }

  private init(_ output: CrashOutput) {
    switch output {
    case .candidate(let candidate):
      self.init(candidate.timestamp, "crash", "candidate")
      put(candidate.features)
      put("id", Double(candidate.id.rawValue))
      put("deadline", candidate.deadline.seconds)
    case .confirmed(let crash):
      self.init(crash.timestamp, "crash", "confirmed")
      put(crash.features)
      put(crash.location)
      put("id", Double(crash.id.rawValue))
      cells["evidence"] = crash.confirmedBy.rawValue
      put("confidence", crash.confidence)
      put("preImpactSpeedMps", crash.preImpactSpeedMps)
      put("peakRotationRate", crash.aftermath.peakRotationRate)
      put("isRollover", crash.isRollover)
    case .rejected(let rejection):
      self.init(rejection.timestamp, "crash", "rejected")
      put(rejection.features)
      put("id", rejection.id.map { Double($0.rawValue) })
      cells["reason"] = rejection.reason.rawValue
    }
  }

  private mutating func put(_ features: CrashFeatures) {
    put("start", features.onset.seconds)
    put("peakG", features.peakG)
    put("isPeakLowerBound", features.isPeakLowerBound)
    put("impactDurationMs", features.impactDurationMs)
    put("preImpactSpeedMps", features.preImpactSpeedMps)
    put("velocityChangeMps", features.velocityChangeMps)
    let direction = features.velocityChange.normalized
    put("directionX", direction?.x)
    put("directionY", direction?.y)
    put("directionZ", direction?.z)
    put("hadFreeFall", features.freeFallMs > 0)
  }

  private mutating func put(_ location: LocationFix?) {
    put("lat", location?.coordinate?.latitude)
    put("lon", location?.coordinate?.longitude)
  }

  private mutating func put(_ field: String, _ value: Double?) {
    guard let value else { return }
    cells[field] = Self.number(value)
  }

  private mutating func put(_ field: String, _ value: Bool) {
    cells[field] = value ? "1" : "0"
  }

  /// The shortest decimal that reads back to the same bits, whole numbers without a point.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    if let whole = Int64(exactly: value), abs(value) < 1e15 { return String(whole) }
    return value.description
  }

  /// An instant in seconds, exact to the nanosecond, with six decimals where they are enough.
  static func seconds(_ timestamp: Timestamp) -> String {
    let (whole, rest) = timestamp.nanoseconds.magnitude.quotientAndRemainder(
      dividingBy: 1_000_000_000
    )
    var decimals = String(String(1_000_000_000 + rest).dropFirst())
    if decimals.hasSuffix("000") { decimals.removeLast(3) }
    return "\(timestamp.nanoseconds < 0 ? "-" : "")\(whole).\(decimals)"
  }
}
