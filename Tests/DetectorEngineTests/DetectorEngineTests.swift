import DetectorEngine
import Foundation
import Testing

@Suite("DetectorEngine")
struct DetectorEngineTests {
  @Test("a session begins without a verdict, two fast fixes make it moving")
  func armingBySpeed() throws {
    var drive = try EngineDrive()
    #expect(drive.engine.isMoving == nil)
    drive.drive(mps: 15, seconds: 3)
    #expect(drive.engine.isMoving == true)
    #expect(drive.transitions == [true])
  }

  @Test(
    "a crash at speed is a candidate at once and confirmed once, with its timer armed and cancelled"
  )
  func crash() throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    drive.drive(mps: nil, seconds: 1, shake: crashPulse(at: 0.2))
    drive.drive(mps: 0, seconds: 20)
    #expect(drive.confirmedCrashes.count == 1)
    let event = try #require(drive.confirmedCrashes.first)
    #expect(abs(event.preImpactSpeedMps - 15) < 1)
    guard case .candidate(let candidate) = drive.crashes.first else {
      Issue.record("no candidate: \(drive.crashes)")
      return
    }
    let deadline = EngineTimer(id: .crashDeadline(candidate.id), deadline: candidate.deadline)
    #expect(drive.outputs.contains(.armTimer(deadline)))
    #expect(drive.outputs.contains(.cancelTimer(deadline.id)))
  }

  @Test("a crash is confirmed although the session has gone stationary before the confirmation")
  func crashAfterDisarm() throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    drive.drive(mps: nil, seconds: 1, shake: crashPulse(at: 0.2))
    drive.send(.paceChange(isMoving: false))
    #expect(drive.engine.isMoving == false)
    #expect(drive.confirmedCrashes.isEmpty)
    drive.drive(mps: 0, seconds: 20)
    #expect(drive.confirmedCrashes.count == 1)
  }

  @Test("a detector that is not enabled gives nothing")
  func disabled() throws {
    var drive = try EngineDrive(EngineConfiguration())
    drive.drive(mps: 15, seconds: 12)
    drive.drive(mps: nil, seconds: 1, shake: crashPulse(at: 0.2))
    drive.drive(mps: 0, seconds: 20)
    #expect(drive.crashes.isEmpty)
    #expect(drive.episodes.isEmpty)
  }

  @Test("the host can call a candidate off, and is told the outcome once")
  func cancelled() throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    drive.drive(mps: nil, seconds: 1, shake: crashPulse(at: 0.2))
    guard case .candidate(let candidate) = drive.crashes.first else {
      Issue.record("no candidate: \(drive.crashes)")
      return
    }
    drive.send(.crashResponse(candidate.id, isCrash: false))
    drive.drive(mps: 0, seconds: 20)
    #expect(drive.confirmedCrashes.isEmpty)
    let rejections = drive.crashes.compactMap {
      if case .rejected(let rejection) = $0 { rejection.reason } else { nil }
    }
    #expect(rejections == [.cancelledByHost])
  }

  @Test(
    "handling at speed is one episode, which the records carry while it is open and once closed"
  )
  func episode() throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    #expect(drive.engine.recordBuilt(for: .upload).extras == .none)
    drive.drive(mps: 15, seconds: 15, turn: handling)
    let open = drive.engine.recordBuilt(for: .upload).extras
    let start = try #require(open.dds)
    #expect(open == .open(start: start, cause: .handling))
    drive.drive(mps: 15, seconds: 15)
    #expect(drive.episodes.count == 1)
    let event = try #require(drive.episodes.first)
    #expect(event.startUnixSeconds == start)
    let record = drive.engine.recordBuilt(for: .upload)
    #expect(
      record.extras
        == .closing(start: start, cause: .handling, durationSec: event.durationSec)
    )
    drive.engine.recordPersisted(record.token)
    #expect(drive.engine.recordBuilt(for: .upload).extras == .none)
  }

  @Test("an active screen makes handling distraction by the screen")
  func screen() throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    drive.send(.screen(isActive: true))
    drive.drive(mps: 15, seconds: 15, turn: handling)
    drive.send(.screen(isActive: false))
    drive.drive(mps: 15, seconds: 15)
    #expect(drive.episodes.map(\.cause) == [.screen])
  }

  @Test(
    "disarming at any moment of handling and after gives one event an episode",
    arguments: 0..<20
  )
  func disarmRace(seconds: Int) throws {
    var drive = try EngineDrive()
    drive.drive(mps: 15, seconds: 12)
    let wait = Double(seconds)
    drive.drive(mps: 15, seconds: min(wait, 12), turn: handling)
    drive.drive(mps: 15, seconds: max(0, wait - 12))
    drive.send(.paceChange(isMoving: false))
    drive.drive(mps: nil, seconds: 3)
    drive.send(.paceChange(isMoving: true))
    drive.drive(mps: 15, seconds: 12)
    let opened = drive.outputs.filter {
      if case .distraction(.opened) = $0 { true } else { false }
    }
    #expect(drive.episodes.count == opened.count)
    #expect(Set(drive.episodes.map(\.startTimestamp)).count == drive.episodes.count)
    #expect(opened.count == (wait >= 7 ? 1 : opened.count))
  }

  @Test("a wall-clock jump changes what events print and not what they decide")
  func clockJump() throws {
    var plain = try EngineDrive()
    var jumped = try EngineDrive()
    plain.drive(mps: 15, seconds: 12)
    plain.drive(mps: 15, seconds: 8, turn: handling)
    jumped.drive(mps: 15, seconds: 12)
    jumped.drive(mps: 15, seconds: 8, turn: handling)
    jumped.send(.clock(try #require(ClockAnchor(monotonic: jumped.now, unixSeconds: 1_000_000))))
    plain.drive(mps: 15, seconds: 15)
    jumped.drive(mps: 15, seconds: 15)
    #expect(plain.episodes.count == 1)
    #expect(plain.outputs == jumped.outputs)
    #expect(plain.engine.unixSeconds(at: plain.now) != jumped.engine.unixSeconds(at: plain.now))
  }

  @Test("the trail changes nothing")
  func trailChangesNothing() throws {
    let drive = try EngineDrive.eventful()
    #expect(!drive.log.checks.isEmpty)
    var silent = try DetectorEngine(.allOn)
    var outputs: [EngineOutput] = []
    var trail = NoTrail()
    for (input, now) in drive.inputs {
      silent.process(input, at: now, trail: &trail) { outputs.append($0) }
    }
    #expect(outputs == drive.outputs)
  }

  @Test(
    "repeated readings and readings out of order within the window change nothing",
    arguments: 1...4
  )
  func reordering(seed: Int) throws {
    let drive = try EngineDrive.eventful()
    var inputs = drive.inputs
    // Neighbouring readings change places, up to two hundredths of a second apart, and some come twice.
    for index in stride(from: seed, to: inputs.count - 4, by: 5) {
      guard case .sensor = inputs[index].input, case .sensor = inputs[index + 3].input else {
        continue
      }
      guard
        (index..<index + 3).allSatisfy({ inputs[$0].at.seconds(since: inputs[index].at) < 0.03 })
      else { continue }
      inputs.swapAt(index, index + 3)
      if index.isMultiple(of: 3) { inputs.insert(inputs[index], at: index + 1) }
    }
    var engine = try DetectorEngine(.allOn)
    var outputs: [EngineOutput] = []
    var trail = NoTrail()
    for (input, now) in inputs {
      engine.process(input, at: now, trail: &trail) { outputs.append($0) }
    }
    #expect(outputs == drive.outputs)
  }
}
