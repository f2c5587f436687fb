import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A line on the terminal that says how far the work has come.
///
/// Nothing appears within the first second, and nothing at all where standard error is no terminal.
struct ProgressLine {
  private let total: Int
  private let start = Date()
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var lastShown: Date?

  /// Prepares the line for a number of things to do.
  init(total: Int) {
    self.total = total
  }

  /// Shows how many are done, at most ten times a second.
  mutating func show(_ done: Int) {
    let now = Date()
    guard isTerminal, now.timeIntervalSince(start) >= 1,
      lastShown.map({ now.timeIntervalSince($0) >= 0.1 }) ?? true
    else { return }
    lastShown = now
    let elapsed = now.timeIntervalSince(start)
    let left = done > 0 ? elapsed / Double(done) * Double(total - done) : nil
    let percent = total > 0 ? done * 100 / total : 100
    let time = left.map { ", \(CSVText.fixed($0.rounded(.up), 0)) s left" } ?? ""
    write("\r\(done) of \(total) recordings (\(percent) %)\(time)\u{1B}[K")
  }

  /// Takes the line away.
  func clear() {
    if lastShown != nil { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
