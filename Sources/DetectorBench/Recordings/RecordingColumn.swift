/// The columns that a recording can have, in the order in which they are usually written.
enum RecordingColumn: Int, CaseIterable {
  case t
  case ax
  case ay
  case az
  case gx
  case gy
  case gz
  case mx
  case my
  case mz
  case speed
  case lat
  case lon
  case accuracy
  case activity
  case confidence

  /// The name in the header.
  var name: String { "\(self)" }

  /// This column's bit in a set of columns.
  @inline(__always)
  var bit: UInt32 { 1 &<< UInt32(truncatingIfNeeded: rawValue) }

  /// Every name, as an error message lists them.
  static let list = allCases.map(\.name).joined(separator: ",")

  /// Columns that mean something only together, with the words for what they make.
  static let groups: [(columns: [RecordingColumn], what: String)] = [
    ([.ax, .ay, .az], "an acceleration"),
    ([.gx, .gy, .gz], "a rotation rate"),
    ([.mx, .my, .mz], "a magnetic field"),
    ([.lat, .lon], "a position"),
    ([.activity, .confidence], "an activity verdict"),
  ]

  /// Whether a set of columns holds each group whole or not at all.
  static func isWhole(_ set: UInt32) -> Bool {
    isAllOrNone(set, ax.bit | ay.bit | az.bit) && isAllOrNone(set, gx.bit | gy.bit | gz.bit)
      && isAllOrNone(set, mx.bit | my.bit | mz.bit) && isAllOrNone(set, lat.bit | lon.bit)
      && isAllOrNone(set, activity.bit | confidence.bit)
  }

  private static func isAllOrNone(_ set: UInt32, _ group: UInt32) -> Bool {
    set & group == 0 || set & group == group
  }
}
