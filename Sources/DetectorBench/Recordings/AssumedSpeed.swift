import MotionSamples

/// What is assumed about the speed of a recording that measured none.
///
/// A fix a second with a speed and no position is put among the rows, so that speed gates open and the motion state is
/// MOVING. What rests on it must say that it was assumed.
public enum AssumedSpeed: String, Hashable, Codable, Sendable, CaseIterable {
  /// The speed is kept to the end.
  case kept
  /// The speed is kept up to the recording's spike, the instant of its largest acceleration, and then braked to a stop.
  case braked

  /// How fast the braked variant loses its speed: 0.9 g, about what tyres can do on a dry road.
  public static let brakingMps2 = 0.9 * PhysicalConstants.standardGravity
}

extension Recording {
  /// Whether any fix carries a speed.
  public var hasSpeed: Bool {
    rows.contains { (values(.speed, of: $0).first ?? -1) >= 0 }
  }

  /// The one speed above zero that all fixes carry without a position, or nil where that is not so.
  ///
  /// A measured speed changes: a column that holds one value from end to end was written, not measured. A phone that
  /// stands is told apart by its zero, and fewer than three fixes tell nothing.
  public var constantSpeedMps: Double? {
    var speed: Double?
    var count = 0
    for row in rows where !row.channels.isDisjoint(with: .fix) {
      guard let value = values(.speed, of: row).first, value > 0, value == speed ?? value,
        !row.channels.contains(.position)
      else { return nil }
      speed = value
      count += 1
    }
    return count >= 3 ? speed : nil
  }

  /// The instant of the largest measured acceleration, gravity included, or nil without an accelerometer.
  public var spike: Timestamp? {
    var largest = -1.0
    var instant: Timestamp?
    for row in rows where row.channels.contains(.acceleration) {
      let squared = values(.acceleration, of: row).reduce(0) { $0 + $1 * $1 }
      if squared > largest {
        largest = squared
        instant = row.timestamp
      }
    }
    return instant
  }

  /// The recording with an assumed fix a second in place of whatever speed it holds.
  ///
  /// The fixes begin with the first row and end with the last, and each stands before the first row that arrived at or
  /// after its time.
  public func assuming(_ assumption: AssumedSpeed, speedMps: Double) -> Recording {
    guard let span = arrivalSpan else { return self }
    let spike = assumption == .braked ? spike : nil
    var result = Recording()
    result.reserveRows(rows.count, valuesPerRow: 4)
    var clock = ArrivalClock()
    var due = span.first
    for index in rows.indices {
      let row = rows[index]
      let next = index + 1 < rows.count ? rows[index + 1].timestamp : nil
      let arrival = clock.arrival(of: row.timestamp, next: next)
      // A clock that leaps by more than an hour is not followed second by second.
      if arrival.seconds(since: due) > ArrivalClock.maximumLoneLeap { due = arrival }
      while due <= arrival {
        let braking = spike.map { max(0, due.seconds(since: $0)) } ?? 0
        result.append(due, .speed, [max(0, speedMps - AssumedSpeed.brakingMps2 * braking)])
        due = due.advanced(bySeconds: 1)
      }
      result.append(withoutFix: row, of: self)
    }
    return result
  }

  private mutating func append(withoutFix row: Row, of source: Recording) {
    let kept = row.channels.subtracting([.speed, .position, .accuracy])
    // A row that was nothing but a fix is gone with it.
    guard kept == row.channels || !kept.isEmpty else { return }
    let picked = Channels.inOrder.filter(kept.contains).flatMap { source.values($0, of: row) }
    append(row.timestamp, kept, picked)
  }
}
