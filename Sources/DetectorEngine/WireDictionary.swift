public import DistractionDetection

/// A dictionary as hosts hand it to a bridge or a JSON writer: texts, numbers, flags and dictionaries; what is absent has
/// no key.
public typealias WireDictionary = [String: any Sendable]

extension WireEvent {
  /// The event's keys and values, the same as its JSON has.
  public var dictionary: WireDictionary {
    switch self {
    case .crash(let crash):
      present([
        "timestamp": crash.timestamp,
        "peakG": crash.peakG,
        "impactDurationMs": crash.impactDurationMs,
        "preImpactSpeedMps": crash.preImpactSpeedMps,
        "location": crash.location?.dictionary,
      ])
    case .distraction(let episode):
      present([
        "timestamp": episode.timestamp,
        "startTimestamp": episode.startTimestamp,
        "durationSec": episode.durationSec,
        "cause": episode.cause.rawValue,
        "location": episode.location?.dictionary,
      ])
    case .heading(let heading):
      present([
        "heading": heading.heading,
        "accuracy": heading.accuracy,
        "isTrue": heading.isTrue,
      ])
    case .motionChange(let change):
      present([
        "isMoving": change.isMoving,
        "location": change.location?.dictionary,
      ])
    }
  }
}

extension WireLocation {
  /// The location's keys and values, the same as its JSON has.
  public var dictionary: WireDictionary {
    present([
      "timestamp": timestamp,
      "latitude": latitude,
      "longitude": longitude,
      "accuracy": accuracy,
      "speed": speed,
      "heading": heading,
    ])
  }
}

extension EpisodeExtras {
  /// The distraction keys for a record's `extras`: none, `dds` and `ddc`, or all three.
  public var dictionary: WireDictionary {
    present(["dds": dds, "ddc": ddc?.rawValue, "ddd": ddd])
  }
}

/// The entries that have a value.
private func present(_ entries: [String: (any Sendable)?]) -> WireDictionary {
  entries.compactMapValues { $0 }
}
