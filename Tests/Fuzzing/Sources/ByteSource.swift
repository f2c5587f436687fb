import MotionSamples

/// Takes values from bytes that a fuzzer makes up; where the bytes end, zeros follow.
struct ByteSource {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position >= bytes.count }

  /// What has not been taken yet, and takes it.
  mutating func rest() -> [UInt8] {
    defer { position = bytes.count }
    return Array(bytes[min(position, bytes.count)...])
  }

  /// Up to `count` bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    let end = min(position + count, bytes.count)
    defer { position = end }
    return Array(bytes[position..<end])
  }

  mutating func byte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func integer() -> Int64 {
    var value: Int64 = 0
    for _ in 0..<8 { value = value << 8 | Int64(byte()) }
    return value
  }

  mutating func bool() -> Bool { byte() & 1 == 1 }

  /// A number that is mostly within ±`scale`, sometimes any bit pattern, sometimes one that breaks things.
  mutating func number(scale: Double) -> Double {
    let selector = byte()
    switch selector {
    case 0..<8: return Self.awkward[Int(selector)]
    case 8..<16: return Double(bitPattern: UInt64(bitPattern: integer()))
    default:
      let fine = Int16(bitPattern: UInt16(byte()) << 8 | UInt16(byte()))
      return Double(fine) / 32_768 * scale
    }
  }

  mutating func vector(scale: Double) -> Vector3 {
    Vector3(number(scale: scale), number(scale: scale), number(scale: scale))
  }

  /// A step in time in nanoseconds: mostly some milliseconds, sometimes seconds, minutes, backwards or anything.
  mutating func timeStep() -> Int64 {
    let selector = byte()
    switch selector {
    case 0..<4: return integer()
    case 4..<12: return -Int64(byte()) * 1_000_000
    case 12..<24: return Int64(byte()) * 60_000_000_000
    case 24..<64: return Int64(byte()) * 100_000_000
    default: return Int64(selector) * 200_000
    }
  }

  /// An instant that a time step leads to, held at the ends of the time line.
  mutating func instant(after timestamp: Timestamp) -> Timestamp {
    let step = timeStep()
    let (sum, overflow) = timestamp.nanoseconds.addingReportingOverflow(step)
    guard overflow else { return Timestamp(nanoseconds: sum) }
    return step < 0 ? .distantPast : .distantFuture
  }

  private static let awkward: [Double] = [
    .nan, .infinity, -.infinity, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e-300, -1,
  ]
}
