public import CrashDetection
public import DistractionDetection
public import HeadingEstimation
public import MotionSamples
public import MotionState
public import SignalFilters

/// Everything that can be set, in one value.
///
/// Decodes from partial JSON: a section or field that is missing has its default. `EngineConfiguration.decoded(from:)`
/// also reports keys that mean nothing.
public struct EngineConfiguration: Hashable, Codable, Sendable {
  /// What the gate in front of the sensors tolerates.
  public var sampleGate = SampleGateConfiguration()

  /// How gravity is told from motion.
  public var frontEnd = MotionFrontEndConfiguration()

  /// Which fixes can be used.
  public var fixFilter = FixFilterConfiguration()

  /// When the phone is on the move.
  public var motion = MotionConfiguration()

  /// What makes a crash.
  public var crashDetection = CrashConfiguration()

  /// What makes an episode of distraction.
  public var distractionDetection = DistractionConfiguration()

  /// Whether headings are wanted, and how they are made.
  public var heading = HeadingConfiguration()

  /// Creates the default configuration, in which every detector is off.
  public init() {}

  /// Decodes the sections that are there and takes the defaults for the others.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func section<Section: Decodable>(_ key: CodingKeys, or fallback: Section) throws -> Section {
      try container.decodeIfPresent(Section.self, forKey: key) ?? fallback
    }
    let defaults = EngineConfiguration()
    sampleGate = try section(.sampleGate, or: defaults.sampleGate)
    frontEnd = try section(.frontEnd, or: defaults.frontEnd)
    fixFilter = try section(.fixFilter, or: defaults.fixFilter)
    motion = try section(.motion, or: defaults.motion)
    crashDetection = try section(.crashDetection, or: defaults.crashDetection)
    distractionDetection = try section(.distractionDetection, or: defaults.distractionDetection)
    heading = try section(.heading, or: defaults.heading)
  }
}
