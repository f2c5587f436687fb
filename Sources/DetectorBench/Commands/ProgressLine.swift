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
  private let unit: String
  private let doneBefore: Int
  private let start = Date()
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var lastShown: Date?

  private static let barWidth = 24

  /// Prepares the line for a number of things to do, which `unit` names in the plural.
  ///
  /// Some of them may have been done before: they tell nothing about the time that the others take.
  init(total: Int, unit: String = "recordings", done doneBefore: Int = 0) {
    self.total = total
    self.unit = unit
    self.doneBefore = doneBefore
  }

  /// Shows how many are done, at most ten times a second.
  mutating func show(_ done: Int) {
    let now = Date()
    guard isTerminal, now.timeIntervalSince(start) >= 1,
      lastShown.map({ now.timeIntervalSince($0) >= 0.1 }) ?? true
    else { return }
    lastShown = now
    let elapsed = now.timeIntervalSince(start)
    let fresh = done - doneBefore
    let left = fresh > 0 ? elapsed / Double(fresh) * Double(total - done) : nil
    write("\r" + Self.text(done: done, total: total, unit: unit, secondsLeft: left) + "\u{1B}[K")
  }

  /// What the line says.
  static func text(done: Int, total: Int, unit: String, secondsLeft: Double?) -> String {
    let share = total > 0 ? Double(done) / Double(total) : 1
    let filled = Int(share * Double(barWidth))
    let bar =
      String(repeating: "#", count: filled)
      + String(repeating: ".", count: barWidth - filled)
    let time = secondsLeft.map { ", \(Self.duration($0)) left" } ?? ""
    return "[\(bar)] \(done) of \(total) \(unit) (\(Int(share * 100)) %)\(time)"
  }

  private static func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    return whole < 120 ? "\(whole) s" : "\(whole / 60) min"
  }

  /// Takes the line away.
  func clear() {
    if lastShown != nil { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
