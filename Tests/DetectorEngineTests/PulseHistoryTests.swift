import Foundation
import Testing

@testable import DetectorEngine

@Suite("PulseHistory")
struct PulseHistoryTests {
  /// A phone that lies flat at `hz`, hit by `push` (m/s², by seconds after 0.1 s) while it turns at `rate`.
  ///
  /// `push` is along the axes of the onset.
  private func frames(
    hz: Double,
    rate: Vector3? = nil,
    isSaturated: Bool = false,
    until end: Double = 0.6,
    push: (Double) -> Vector3
  ) -> [MotionFrame] {
    let up = Vector3(0, 0, PhysicalConstants.standardGravity)
    return (0..<Int(end * hz)).map { index in
      let t = Double(index) / hz
      let since = max(0, t - 0.1)
      let turned = (rate ?? .zero) * since
      let gravity = up.carried(through: turned)
      return MotionFrame(
        timestamp: Timestamp(nanoseconds: Int64((t * 1e9).rounded())),
        interval: index == 0 ? 0 : 1 / hz,
        acceleration: (up + push(t - 0.1)).carried(through: turned),
        gravity: gravity,
        rotationRate: rate.map { t > 0.1 ? $0 : .zero },
        isSaturated: isSaturated && push(t - 0.1).magnitude > 0,
        isRestart: index == 0
      )
    }
  }

  private func history(_ frames: [MotionFrame], level: Double = 20) throws -> PulseHistory {
    var history: PulseHistory?
    for index in frames.indices {
      if history != nil {
        history?.update(frames[index])
      } else if frames[index].linearAcceleration.magnitude >= level {
        history = PulseHistory(
          frames[index],
          after: index > 0 ? frames[index - 1] : nil,
          level: level
        )
      }
    }
    return try #require(history)
  }

  /// A rectangle of 100 ms and 100 m/s² along −x: 10 m/s.
  private func rectangle(_ since: Double) -> Vector3 {
    (0..<0.1).contains(since) ? Vector3(-100, 0, 0) : .zero
  }

  @Test(
    "a rectangular pulse rises by a metre a second every 10 ms and stays",
    arguments: [200.0, 400, 1000]
  )
  func rectangular(hz: Double) throws {
    let history = try history(frames(hz: hz, push: rectangle))
    #expect(history.isComplete)
    #expect(history.marks.count == 26)
    #expect(history.marks[0] == .zero)
    // The flanks lie somewhere between two readings: the whole is uncertain by about one of them.
    let tolerance = 100 / hz
    for (index, mark) in history.marks.enumerated() {
      #expect(abs(-mark.x - min(10, Double(index))) <= tolerance + 1e-9)
      #expect(abs(mark.y) < 1e-9 && abs(mark.z) < 1e-9)
    }
    #expect(abs(history.maximum.magnitude - 10) <= tolerance)
    #expect(abs(history.maximumSec - 0.1) <= 2 / hz + 1e-9)
    #expect(abs(history.axisPeaks.x + 100) < 1e-9)
  }

  @Test("a half sine is integrated as its formula says")
  func halfSine() throws {
    let peak = 150.0
    let length = 0.08
    let history = try history(
      frames(hz: 1000) { since in
        (0..<length).contains(since) ? Vector3(0, peak * sin(.pi * since / length), 0) : .zero
      },
      level: 5
    )
    let lag = asin(5 / peak) / .pi * length
    for (index, mark) in history.marks.enumerated() {
      let since = min(length, lag + Double(index) * 0.01)
      let exact = peak * length / .pi * (cos(.pi * lag / length) - cos(.pi * since / length))
      #expect(abs(mark.y - exact) < 0.02)
    }
  }

  @Test("a phone that turns meanwhile tells the same in the axes of the onset")
  func turning() throws {
    let still = try history(frames(hz: 1000, push: rectangle))
    let turning = try history(frames(hz: 1000, rate: Vector3(3, -5, 8), push: rectangle))
    for (one, other) in zip(still.marks, turning.marks) {
      #expect((one - other).magnitude < 0.05)
    }
    #expect(still.peakRotationRate == nil)
    #expect(abs((turning.peakRotationRate ?? 0) - Vector3(3, -5, 8).magnitude) < 1e-12)
  }

  @Test("the part across gravity leaves out what is along it")
  func horizontal() throws {
    let history = try history(frames(hz: 100, push: rectangle))
    #expect(abs(history.horizontalPart(of: Vector3(3, 4, 12)) - 5) < 1e-12)
    #expect(history.horizontalPart(of: Vector3(0, 0, -7)) < 1e-9)
  }

  @Test("a stream that breaks off leaves the marks that it reached")
  func broken() throws {
    var frames = frames(hz: 100, until: 0.2, push: rectangle)
    let last = try #require(frames.last)
    frames.append(
      MotionFrame(
        timestamp: last.timestamp.advanced(bySeconds: 5),
        interval: 0,
        acceleration: last.acceleration,
        gravity: last.gravity,
        rotationRate: nil,
        isSaturated: false,
        isRestart: true
      )
    )
    let history = try history(frames)
    #expect(history.isClosed)
    #expect(!history.isComplete)
    #expect((9...11).contains(history.marks.count))
  }

  @Test("reopened, it is as new")
  func reopened() throws {
    let first = frames(hz: 100, isSaturated: true, push: rectangle)
    let second = frames(hz: 50) { since in
      (0..<0.2).contains(since) ? Vector3(0, 30, 60) : .zero
    }
    var reused = try history(first)
    #expect(reused.isSaturated)
    var index = try #require(second.firstIndex { $0.linearAcceleration.magnitude >= 20 })
    reused.reopen(second[index], after: second[index - 1], level: 20)
    index += 1
    for frame in second[index...] { reused.update(frame) }
    #expect(reused == (try history(second)))
  }
}
