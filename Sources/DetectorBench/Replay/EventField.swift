/// The columns that an event can fill, in the order in which they are written.
///
/// Names are those that events carry elsewhere; a column is empty where an event has no such value.
public enum EventField: Int, Hashable, Sendable, CaseIterable {
  /// Which candidate it is, counted from the start of the recording.
  case id
  /// Until when a candidate can be settled, in seconds of `t`.
  case deadline
  /// When the impact or the episode began, in seconds of `t`.
  case start
  /// Why a candidate was rejected.
  case reason
  /// What confirmed a crash.
  case evidence
  /// How sure the detector is, in [0, 1].
  case confidence
  /// Peak impact magnitude in g.
  case peakG
  /// Whether the peak is a lower bound because a channel stood at its rail.
  case isPeakLowerBound
  /// How long the impact lasted, in milliseconds.
  case impactDurationMs
  /// Speed just before the impact, in m/s.
  case preImpactSpeedMps
  /// Size of the velocity change over the impact, in m/s.
  case velocityChangeMps
  /// Principal direction of the impact along the device's x axis, a unit vector's component.
  case directionX
  /// Principal direction of the impact along the device's y axis.
  case directionY
  /// Principal direction of the impact along the device's z axis.
  case directionZ
  /// Peak rotation rate in rad/s.
  case peakRotationRate
  /// Whether the vehicle rolled over.
  case isRollover
  /// Whether free fall preceded the impact.
  case hadFreeFall
  /// How long an episode lasted, in seconds.
  case durationSec
  /// What an episode's cause was.
  case cause
  /// Smoothed azimuth in degrees.
  case heading
  /// Estimated error of the heading in degrees, negative where invalid.
  case accuracy
  /// Whether north is true north.
  case isTrue
  /// Latitude of the event's location in degrees.
  case lat
  /// Longitude of the event's location in degrees.
  case lon

  /// The column's name.
  public var name: String { "\(self)" }
}

/// What an event puts into a column.
public enum EventValue: Hashable, Sendable {
  /// A number, written so that reading it back gives the same bits.
  case number(Double)
  /// A word.
  case text(String)
  /// Yes or no, written 1 or 0.
  case flag(Bool)

  /// Appends the value as it stands in a file.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .number(let value): CSVText.append(number: value, to: &bytes)
    case .text(let value): bytes.append(contentsOf: CSVText.cell(value).utf8)
    case .flag(let value): bytes.append(value ? Ascii.zero + 1 : Ascii.zero)
    }
  }
}

/// The values of an event by their columns.
///
/// A short list in the order of the columns: events come many times a second where headings are among them, and a hash
/// table for three values would cost more than making them.
public struct EventFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A value and its column.
  struct Entry: Hashable, Sendable {
    let field: EventField
    let value: EventValue
  }

  /// The values that there are, in the order of their columns.
  private(set) var entries: [Entry] = []

  /// Creates a list; of two values for a column the later one counts.
  public init(dictionaryLiteral elements: (EventField, EventValue)...) {
    entries.reserveCapacity(elements.count)
    for (field, value) in elements { self[field] = value }
  }

  /// The value in a column, absent where there is none.
  public subscript(field: EventField) -> EventValue? {
    get { entries.first { $0.field == field }?.value }
    set {
      let place = entries.firstIndex { $0.field.rawValue >= field.rawValue } ?? entries.count
      if place < entries.count, entries[place].field == field { entries.remove(at: place) }
      if let newValue { entries.insert(Entry(field: field, value: newValue), at: place) }
    }
  }

  /// The same with the values of another list, which count where both have one.
  func merging(_ other: EventFields) -> EventFields {
    var merged = self
    for entry in other.entries { merged[entry.field] = entry.value }
    return merged
  }
}
