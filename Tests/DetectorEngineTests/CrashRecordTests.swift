import Foundation
import Testing

@testable import DetectorEngine

@Suite("CrashRecord")
struct CrashRecordTests {
  private func crashed() throws -> (drive: EngineDrive, id: CrashCandidateID) {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    drive.drive(mps: nil, seconds: 1, shake: crashPulse(at: 0.2))
    drive.drive(mps: 0, seconds: 20)
    let crash = try #require(drive.confirmedCrashes.first)
    return (drive, crash.id)
  }

  @Test("a confirmed crash has its pulse, its fixes and what confirmed it")
  func confirmed() throws {
    let (drive, id) = try crashed()
    let crash = try #require(drive.confirmedCrashes.first)
    let record = try #require(drive.engine.crashRecord(for: id))
    #expect(record.features == crash.features)
    #expect(record.confirmation?.confirmedBy == crash.confirmedBy)
    #expect(record.confirmation?.aftermath == crash.aftermath)
    #expect(record.onsetUnixSeconds == crash.features.onset.seconds)

    let pulse = try #require(record.pulse)
    #expect(abs(pulse.onset.seconds(since: crash.features.onset)) < 1e-6)
    #expect(pulse.isComplete)
    #expect(pulse.velocityChange.count == 26)
    #expect(pulse.horizontal.count == 26)
    #expect(pulse.alongPrincipalDirection.count == 26)
    // The pulse that was generated, mostly along −x and a little along y.
    #expect(abs(pulse.maximumMps - 11.6) < 1)
    #expect(abs(pulse.maximumAtMs - 100) < 60)
    let direction = try #require(pulse.principalDirection)
    #expect(direction.x < -0.95)
    #expect(zip(pulse.horizontal, pulse.velocityChange).allSatisfy { $0 <= $1.magnitude + 1e-9 })
    #expect(pulse.alongPrincipalDirection.allSatisfy { $0 <= pulse.maximumMps + 1e-9 })
    #expect(pulse.axisPeaksG.x < -15)
    #expect(!pulse.isSaturated)

    let before = record.fixesBefore.compactMap(\.fix.speed)
    #expect((4...6).contains(before.count))
    #expect(before.allSatisfy { $0 == 15 })
    #expect(record.fixesAfter.count >= 15)
    #expect(record.fixesAfter.allSatisfy { $0.fix.timestamp > crash.features.onset })
    let ages = record.fixesBefore.map { crash.features.onset.seconds(since: $0.fix.timestamp) }
    #expect(ages.allSatisfy { (0...5).contains($0) })
  }

  @Test("while it waits a candidate has a record without a confirmation, once rejected none")
  func waiting() throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    drive.drive(mps: nil, seconds: 1, shake: crashPulse(at: 0.2))
    guard case .candidate(let candidate) = drive.crashes.first else {
      Issue.record("no candidate: \(drive.crashes)")
      return
    }
    let record = try #require(drive.engine.crashRecord(for: candidate.id))
    #expect(record.confirmation == nil)
    // The span goes on after the candidate was announced.
    #expect(record.pulse?.isComplete == true)
    drive.send(.crashResponse(candidate.id, isCrash: false))
    #expect(drive.engine.crashRecord(for: candidate.id) == nil)
    #expect(drive.engine.crashRecord(for: CrashCandidateID(rawValue: 99)) == nil)
  }

  @Test("an engine restored in the midst of the pulse has the same record", arguments: 0..<8)
  func restored(step: Int) throws {
    let (drive, id) = try crashed()
    let expected = try #require(drive.engine.crashRecord(for: id))
    let cut = Int64(12_100_000_000 + step * 60_000_000)
    var engine = try DetectorEngine(.allOn)
    var isRestored = false
    var trail = NoTrail()
    for (input, now) in drive.inputs {
      if !isRestored, now.nanoseconds >= cut {
        engine = try DetectorEngine(restoring: engine.snapshot())
        isRestored = true
      }
      engine.process(input, at: now, trail: &trail) { _ in }
    }
    #expect(isRestored)
    #expect(engine.crashRecord(for: id) == expected)
  }

  @Test("it reads back from JSON, and stays below its limit with every number as long as can be")
  func length() throws {
    let (drive, id) = try crashed()
    let record = try #require(drive.engine.crashRecord(for: id))
    let json = try JSONEncoder().encode(record)
    #expect(try JSONDecoder().decode(CrashRecord.self, from: json) == record)
    #expect(json.count <= CrashRecord.maximumLength)

    let longest = -1.2345678901234567e-300
    let late = Timestamp(nanoseconds: .min)
    let vector = Vector3(longest, longest, longest)
    var history = PulseHistory(frame(vector, at: 0), after: nil, level: 0)
    for index in 1...40 { history.update(frame(vector, at: Double(index) / 100)) }
    let pulse = CrashRecord.Pulse(history)
    let fix = CrashRecord.Fix(
      fix: LocationFix(
        timestamp: late,
        coordinate: Coordinate(latitude: longest, longitude: longest),
        accuracy: longest,
        speed: -longest,
        course: -longest
      ),
      receivedAt: late
    )
    let longestRecord = CrashRecord(
      version: .max,
      id: CrashCandidateID(rawValue: .max),
      onsetUnixSeconds: longest,
      features: record.features,
      pulse: pulse,
      fixesBefore: Array(repeating: fix, count: 20),
      fixesAfter: Array(repeating: fix, count: 20),
      confirmation: record.confirmation
    )
    #expect(try JSONEncoder().encode(longestRecord).count <= CrashRecord.maximumLength)
  }

  private func frame(_ reading: Vector3, at sec: Double) -> MotionFrame {
    MotionFrame(
      timestamp: Timestamp(nanoseconds: Int64(sec * 1e9)),
      interval: sec > 0 ? 0.01 : 0,
      acceleration: reading,
      gravity: .zero,
      rotationRate: nil,
      isSaturated: false,
      isRestart: false
    )
  }

  @Test("fixes that come in bursts are thinned out, and never too many")
  func fixes() throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 6)
    for _ in 0..<60 { drive.drive(mps: 15, seconds: 0.1) }
    drive.drive(mps: nil, seconds: 1, shake: crashPulse(at: 0.2))
    for _ in 0..<300 { drive.drive(mps: 0, seconds: 0.1) }
    let crash = try #require(drive.confirmedCrashes.first)
    let record = try #require(drive.engine.crashRecord(for: crash.id))
    #expect((10...20).contains(record.fixesBefore.count))
    #expect(record.fixesAfter.count == 20)
    for (one, next) in zip(record.fixesAfter, record.fixesAfter.dropFirst()) {
      #expect(next.fix.timestamp.seconds(since: one.fix.timestamp) >= 0.25)
    }
  }
}
