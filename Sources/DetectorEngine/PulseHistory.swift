import MotionSamples
import SignalFilters

/// The velocity change of one impact, written down at fixed instants after its onset.
///
/// Gravity is held from the frame before the onset. Everything is kept along the device's axes as they stood at the onset,
/// into which the gyroscope, where there is one, turns the readings back. Between two frames acceleration is taken as a
/// straight line, whose integral is exact. Constant time a frame; nothing is allocated once the marks have their storage.
struct PulseHistory: Hashable, Codable, Sendable {
  /// Seconds between two marks.
  static let markIntervalSec = 0.01

  /// Marks from 0 to 250 ms.
  static let markCount = 26

  /// Seconds after the onset up to which the maximum is looked for.
  static let spanSec = 0.3

  /// The first crossing of the level that opened the impact.
  private(set) var onset: Timestamp

  /// Velocity change so far at 0, 10, 20… ms after the onset, in m/s; fewer than 26 where the stream stopped.
  private(set) var marks: [Vector3] = []

  /// The largest velocity change, in m/s.
  private(set) var maximum = Vector3.zero

  /// When it was reached, in seconds after the onset.
  private(set) var maximumSec = 0.0

  /// The reading less gravity, in m/s², that was farthest from zero on each of the device's axes, with its sign.
  private(set) var axisPeaks = Vector3.zero

  /// Whether the accelerometer stood at its rail.
  private(set) var isSaturated = false

  /// The highest rotation rate in rad/s, absent without a gyroscope.
  private(set) var peakRotationRate: Double?

  /// Whether the whole span has been measured.
  private(set) var isComplete = false

  /// Gravity and the latest acceleration less gravity, along the axes of the onset.
  private var gravity: Vector3
  private var linear: Vector3
  private var velocity = Vector3.zero
  private var timestamp: Timestamp
  private var elapsedSec = 0.0

  /// The axes of the onset as the device's axes see them now.
  private var axisX = Vector3(1, 0, 0)
  private var axisY = Vector3(0, 1, 0)
  private var axisZ = Vector3(0, 0, 1)

  /// Whether nothing more is to be added: the span is full, or the stream broke off.
  private(set) var isClosed = false

  /// Opens at the first frame above `level` (m/s²), `previous` being the frame before.
  init(_ frame: MotionFrame, after previous: MotionFrame?, level: Double) {
    onset = frame.timestamp
    timestamp = frame.timestamp
    gravity = frame.gravity
    linear = frame.linearAcceleration
    marks.reserveCapacity(Self.markCount)
    begin(frame, after: previous, level: level)
  }

  /// Forgets everything but the storage and opens anew.
  mutating func reopen(_ frame: MotionFrame, after previous: MotionFrame?, level: Double) {
    var storage = marks
    marks = []
    storage.removeAll(keepingCapacity: true)
    self = PulseHistory(reusing: storage, frame)
    begin(frame, after: previous, level: level)
  }

  private init(reusing marks: [Vector3], _ frame: MotionFrame) {
    self.marks = marks
    onset = frame.timestamp
    timestamp = frame.timestamp
    gravity = frame.gravity
    linear = frame.linearAcceleration
  }

  private mutating func begin(_ frame: MotionFrame, after previous: MotionFrame?, level: Double) {
    marks.append(.zero)
    guard let previous, !frame.isRestart, frame.interval > 0 else {
      note(frame)
      return
    }
    gravity = previous.gravity
    let before = previous.acceleration - gravity
    let after = frame.acceleration - gravity
    let rise = after.magnitude - before.magnitude
    // Where a straight line between the two readings crosses the level.
    let share = rise == 0 ? 0 : min(1, max(0, (level - before.magnitude) / rise))
    onset = previous.timestamp.advanced(bySeconds: share * frame.interval)
    timestamp = onset
    linear = before + (after - before) * share
    update(frame)
  }

  /// Takes the next frame in; a break in the stream closes.
  mutating func update(_ frame: MotionFrame) {
    guard !isClosed else { return }
    guard !frame.isRestart else {
      isClosed = true
      return
    }
    let interval = max(0, frame.timestamp.seconds(since: timestamp))
    if let rate = frame.rotationRate, interval > 0 {
      let rotation = rate * interval
      axisX = axisX.carried(through: rotation)
      axisY = axisY.carried(through: rotation)
      axisZ = axisZ.carried(through: rotation)
    }
    note(frame)
    let reading = frame.acceleration
    let current = Vector3(reading.dot(axisX), reading.dot(axisY), reading.dot(axisZ)) - gravity
    mark(upTo: interval, towards: current)
    velocity += (linear + current) * (interval / 2)
    elapsedSec += interval
    if elapsedSec <= Self.spanSec { compare(velocity, at: elapsedSec) }
    linear = current
    timestamp = frame.timestamp
    if elapsedSec >= Self.spanSec {
      isComplete = true
      isClosed = true
    }
  }

  /// Writes the marks that lie between the latest frame and the next.
  private mutating func mark(upTo interval: Double, towards current: Vector3) {
    while marks.count < Self.markCount {
      let since = Double(marks.count) * Self.markIntervalSec - elapsedSec
      guard since <= interval, interval > 0 else { return }
      let value =
        velocity + linear * since + (current - linear) * (since * since / (2 * interval))
      compare(value, at: elapsedSec + since)
      marks.append(value)
    }
  }

  private mutating func compare(_ change: Vector3, at sec: Double) {
    guard change.squaredMagnitude > maximum.squaredMagnitude else { return }
    maximum = change
    maximumSec = sec
  }

  /// Keeps the extremes of a frame, axis by axis as the sensor has them.
  private mutating func note(_ frame: MotionFrame) {
    isSaturated = isSaturated || frame.isSaturated
    if let rate = frame.rotationRate {
      peakRotationRate = max(peakRotationRate ?? 0, rate.magnitude)
    }
    let held = axisX * gravity.x + axisY * gravity.y + axisZ * gravity.z
    let reading = (frame.acceleration - held).storage
    let peaks = axisPeaks.storage
    axisPeaks.storage.replace(with: reading, where: reading * reading .> peaks * peaks)
  }

  /// The part of a velocity change across gravity, in m/s.
  func horizontalPart(of change: Vector3) -> Double {
    let vertical = gravity.normalized.map { change.dot($0) } ?? 0
    return max(0, change.squaredMagnitude - vertical * vertical).squareRoot()
  }
}
