import Foundation

/// A number that tells whether two sweeps are the same: made of everything that their results depend on.
///
/// FNV-1a with 64 bits (G. Fowler, L. C. Noll and K.-P. Vo, 1991): it guards against a mix-up, not against malice.
struct Fingerprint: Hashable {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The fingerprint as text.
  var text: String { String(state, radix: 16) }

  /// Takes bytes in, and that they end there.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
    take(0xFF)
  }

  /// Takes a text in.
  mutating func add(_ text: String) { add(text.utf8) }

  /// Takes the content of a file in; one that is not there counts as such.
  mutating func add(contentOf path: String) {
    guard let content = try? FileBytes.contents(path) else { return add("absent") }
    add(content)
  }

  /// Takes in how large a file is and when it was last written, which is as good as its content and much faster.
  mutating func add(stampOf path: String) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
      return add("absent")
    }
    let date = attributes[.modificationDate] as? Date
    add("\(attributes[.size] ?? 0) \(date?.timeIntervalSince1970 ?? 0)")
  }

  /// Takes in which build of the program runs.
  mutating func addProgram() {
    if let path = Bundle.main.executablePath { add(stampOf: path) }
  }

  private mutating func take(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
