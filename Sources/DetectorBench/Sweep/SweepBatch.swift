import CrashDetection
import DetectorEngine
import DistractionDetection

/// The configurations of a sweep, sorted by what they share.
///
/// Each section of a configuration is used by one part of the engine alone, so what the sections of the two detectors leave
/// decides which script they are read, and no list says which field is a detector's own.
struct SweepBatch: Sendable {
  /// Configurations that agree on everything in front of the detectors.
  struct Group: Sendable {
    /// What they agree on; the detectors' sections are defaults.
    let shared: EngineConfiguration
    /// Their places in the sweep.
    fileprivate(set) var members: [Member] = []
    /// The lowest strength, squared, that opens an impact in any of them.
    fileprivate(set) var lowestSquaredLevel = Double.infinity
  }

  /// One configuration of a group.
  struct Member: Sendable {
    /// Its place in the sweep.
    let place: Int
    /// Which of the crash detectors it has.
    let crash: Int
    /// Which of the distraction detectors it has.
    let distraction: Int
  }

  /// The configurations, refused ones included.
  let configurations: [SweepPlan.Configuration]

  /// The different crash detectors, each before its first frame.
  private(set) var crashes: [CrashDetector] = []

  /// The different distraction detectors, each before its first frame.
  private(set) var distractions: [DistractionDetector] = []

  /// The groups in the order of their first members.
  private(set) var groups: [Group] = []

  /// Sorts configurations.
  init(_ configurations: [SweepPlan.Configuration]) throws {
    self.configurations = configurations
    var places: [EngineConfiguration: Int] = [:]
    var crashPlaces: [CrashConfiguration: Int] = [:]
    var distractionPlaces: [DistractionConfiguration: Int] = [:]
    for (place, element) in configurations.enumerated() {
      guard case .valid(let configuration) = element else { continue }
      var shared = configuration
      shared.crashDetection = CrashConfiguration()
      shared.distractionDetection = DistractionConfiguration()
      if places[shared] == nil {
        places[shared] = groups.count
        groups.append(Group(shared: shared))
      }
      let group = places[shared] ?? 0
      let crash = try Self.place(of: configuration.crashDetection, &crashPlaces) {
        crashes.append(try CrashDetector($0))
      }
      let distraction = try Self.place(
        of: configuration.distractionDetection,
        &distractionPlaces
      ) { distractions.append(try DistractionDetector($0)) }
      groups[group].members.append(
        Member(place: place, crash: crash, distraction: distraction)
      )
      groups[group].lowestSquaredLevel = min(
        groups[group].lowestSquaredLevel,
        crashes[crash].squaredLevel
      )
    }
  }

  /// The place of a section among the different ones; `add` is called for one that has not occurred yet.
  private static func place<Section: Hashable>(
    of section: Section,
    _ places: inout [Section: Int],
    add: (Section) throws -> Void
  ) rethrows -> Int {
    if let place = places[section] { return place }
    try add(section)
    let place = places.count
    places[section] = place
    return place
  }
}
