/// Something that is measured: made once, then stepped sample by sample.
public struct Subject: Sendable {
  /// What it is called in tables.
  public let name: String
  /// Whether events come of the drive, which may ask for memory; then only what is held is looked at.
  public var isEventful = false
  /// How many bytes it may hold at most.
  public var maximumBytes = Int.max
  /// Makes it anew and gives what takes the samples of a range of indices, which must follow the range before.
  public let make: @Sendable () throws -> (Range<Int>) -> Void

  /// Makes a step of what changes by the step.
  ///
  /// A range takes hold of it once, not once a sample.
  static func stepping<State>(
    _ state: State,
    _ step: @escaping (inout State, Int) -> Void
  ) -> (Range<Int>) -> Void {
    func run(_ state: inout State, _ range: Range<Int>) {
      for index in range { step(&state, index) }
    }
    var state = state
    return { run(&state, $0) }
  }

  /// Everything that is measured.
  public static let all: [Subject] = nothing + filters + parts + detectors + engines

  /// Computes what the subjects share, so that none of them is charged for it.
  public static func prepare() {
    _ = (GeneratedDrive.calm, GeneratedDrive.eventful, GeneratedDrive.calmAtRate)
    _ = (FrameLoop.calm, FrameLoop.eventful)
  }

  /// The loop itself, for comparison.
  private static let nothing: [Subject] = [
    Subject(name: "nothing but a reading") {
      let drive = GeneratedDrive.calm
      return stepping(()) { _, index in consume(drive.acceleration(index).acceleration.x) }
    }
  ]
}

/// Where results end up, so that none can be optimised away: a checksum and their number.
///
/// Plain memory, because every access to a global variable is checked, which would cost more than some of the subjects.
nonisolated(unsafe) private let sink = {
  let sink = UnsafeMutablePointer<UInt64>.allocate(capacity: 2)
  sink.initialize(repeating: 0, count: 2)
  return sink
}()

extension Subject {
  /// How many results there have been; for one thread only.
  public static var resultCount: UInt64 { sink[1] }
}

/// Takes a result into account, by its first byte.
@inline(never)
func consume<Result>(_ result: Result) {
  sink[0] = withUnsafeBytes(of: result) { sink[0] &* 31 &+ UInt64($0.first ?? 0) }
  sink[1] &+= 1
}
