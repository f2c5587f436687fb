import DetectorEngine
import Foundation
import Testing

@Suite("WireEvent")
struct WireEventTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try #require(String(data: encoder.encode(value), encoding: .utf8))
  }

  @Test("a crash and an episode are written with their names, ISO 8601 times and a location")
  func names() throws {
    var drive = try EngineDrive()
    drive.send(.clock(try #require(ClockAnchor(monotonic: drive.now, unixSeconds: 1_796_105_104))))
    drive.drive(mps: 15, seconds: 10)
    drive.drive(mps: 15, seconds: 9, turn: handling)
    drive.drive(mps: 15, seconds: 9)
    drive.drive(mps: nil, seconds: 1, shake: crashPulse(at: 0.2))
    drive.drive(mps: 0, seconds: 18)
    let events = drive.outputs.compactMap { drive.engine.wireEvent(for: $0) }
    let crashes = events.compactMap { if case .crash(let crash) = $0 { crash } else { nil } }
    let episodes = events.compactMap {
      if case .distraction(let episode) = $0 { episode } else { nil }
    }
    let crash = try #require(crashes.first)
    #expect(crashes.count == 1)
    #expect(crash.timestamp.hasPrefix("2026-12-01T06:05:"))
    #expect(crash.timestamp.hasSuffix("Z"))
    let written = try json(crash)
    for key in ["timestamp", "peakG", "impactDurationMs", "preImpactSpeedMps", "location"] {
      #expect(written.contains("\"\(key)\":"))
    }
    let episode = try #require(episodes.first)
    #expect(episodes.count == 1)
    #expect(episode.cause == .handling)
    #expect(try json(episode).contains("\"cause\":\"h\""))
    let close = drive.engine.recordBuilt(for: .upload).extras
    #expect(close.ddd == episode.durationSec)
    #expect(
      WireTime.iso8601(unixSeconds: try #require(close.dds)) == episode.startTimestamp
    )
  }

  @Test("what is absent has no key, and an absent key and a null read the same")
  func absent() throws {
    var drive = try EngineDrive()
    drive.send(.paceChange(isMoving: true))
    let output = try #require(
      drive.outputs.first { if case .motionChange = $0 { true } else { false } }
    )
    guard case .motionChange(let change) = drive.engine.wireEvent(for: output) else {
      Issue.record("no wire event")
      return
    }
    #expect(try json(change) == #"{"isMoving":true}"#)
    for text in [#"{"isMoving":true}"#, #"{"isMoving":true,"location":null}"#] {
      let decoded = try JSONDecoder().decode(
        WireEvent.MotionChange.self,
        from: Data(text.utf8)
      )
      #expect(decoded == change)
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(WireEvent.MotionChange.self, from: Data("{}".utf8))
    }
  }

  @Test("requests to the host do not leave the process")
  func requests() throws {
    let drive = try EngineDrive.eventful()
    for output in drive.outputs {
      switch output {
      case .armTimer, .cancelTimer, .rearmGeofence, .requestProbe, .recordStop, .heartbeat,
        .distraction, .crash(.candidate), .crash(.rejected):
        #expect(drive.engine.wireEvent(for: output) == nil)
      case .crash(.confirmed), .distractionEpisode, .heading, .motionChange:
        #expect(drive.engine.wireEvent(for: output) != nil)
      }
    }
  }

  @Test("a dictionary has the keys and values of the JSON, for every kind of event and for extras")
  func dictionaries() throws {
    let drive = try EngineDrive.eventful()
    var kinds: Set<String> = []
    func agree(_ dictionary: WireDictionary, _ value: some Encodable) throws {
      let written = try JSONSerialization.data(withJSONObject: dictionary, options: [.sortedKeys])
      let expected = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
      let found = try JSONSerialization.jsonObject(with: written)
      #expect((found as? NSDictionary) == (expected as? NSDictionary))
    }
    let heading = HeadingEvent(timestamp: drive.now, heading: 12.5, accuracy: -1, isTrue: false)
    for output in drive.outputs + [.heading(heading)] {
      guard let event = drive.engine.wireEvent(for: output) else { continue }
      switch event {
      case .crash(let crash):
        kinds.insert("crash")
        try agree(event.dictionary, crash)
      case .distraction(let episode):
        kinds.insert("distraction")
        try agree(event.dictionary, episode)
      case .heading(let heading):
        kinds.insert("heading")
        try agree(event.dictionary, heading)
      case .motionChange(let change):
        kinds.insert("motionChange")
        try agree(event.dictionary, change)
      }
    }
    #expect(kinds == ["crash", "distraction", "heading", "motionChange"])
    let closing = EpisodeExtras.closing(start: 1_796_083_200.5, cause: .screen, durationSec: 7)
    try agree(closing.dictionary, closing)
    #expect(
      EpisodeExtras.open(start: 5, cause: .handling).dictionary.keys.sorted() == ["ddc", "dds"]
    )
    #expect(EpisodeExtras.none.dictionary.isEmpty)
  }
}
