import Foundation
import HeadingEstimation
import MotionSamples
import SignalFilters

/// A phone that is turned in a known way in the earth's magnetic field, before its sensors read it.
///
/// The axes of its ``track`` are the earth's: east, magnetic north and up.
struct HeadingScene {
  /// The phone's motion.
  var track: PhoneTrack

  /// The earth's field in those axes, µT.
  let field: Vector3

  /// Iron that comes close, if any.
  var iron: PassingIron?

  /// Whether the uncalibrated field is written, too.
  var hasRawField = false

  /// What is to be labelled: what it is, and from when to when.
  var happenings: [(kind: String, span: ClosedRange<Double>)] = []

  /// How long a scene lasts, in seconds.
  static let duration = 30.0

  /// The span in which the phone is moved, and in which the truth counts; around it, it rests or is held still.
  static let moving = 2.0...28.0

  /// Seconds between two rows of the truth.
  static let truthSpacing = 0.1

  /// A phone that rests in an attitude, somewhere on earth.
  ///
  /// The field is the World Magnetic Model's at one of five towns, at the end of 2026.
  init(attitude: UnitQuaternion, _ random: RandomSource) throws {
    let clock = SimulationClock(duration: Self.duration)
    let gravity = Vector3(0, 0, PhysicalConstants.standardGravity)
    track = PhoneTrack(
      following: Array(repeating: gravity, count: clock.count),
      clock: clock,
      attitude: attitude
    )
    // Amsterdam, New York, Tokyo, Sydney and Singapore: a dip from 67° down to 61° up.
    let towns = [(52.4, 4.9), (40.7, -74.0), (35.7, 139.7), (-33.9, 151.2), (1.3, 103.8)]
      .compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
    let model = try WorldMagneticModel.field(at: random.element(of: towns), decimalYear: 2026.9)
    field = Vector3(0, model.horizontalIntensity, -model.down)
  }

  /// A magnetised body that is carried past the phone in a straight line.
  struct PassingIron {
    /// Its magnetic moment, A·m².
    var moment: Vector3
    /// Where it is closest, from the phone, metres.
    var closest: Vector3
    /// Its velocity, m/s.
    var velocity: Vector3
    /// When it is closest, in seconds.
    var time: Double

    /// The field of its dipole at the phone, µT: μ₀/4π (3(m·r̂)r̂ − m)/r³.
    func field(at instant: Double) -> Vector3 {
      let place = closest + velocity * (instant - time)
      let distance = max(0.05, place.magnitude)
      let direction = place / distance
      // μ₀/4π is 1e-7 T·m/A, and a tesla 1e6 µT.
      return (direction * (3 * moment.dot(direction)) - moment)
        * (0.1 / (distance * distance * distance))
    }
  }

  /// Computes the recording, with its truth and, where it has one, its uncalibrated field beside it.
  func recording(
    _ title: RecordingTitle,
    placement: String,
    random: RandomSource
  ) -> GeneratedRecording {
    let motion = track.felt { _ in (rate: .zero, up: Vector3(0, 0, 1)) }
    var sensor = PhoneSensor.random(rate: 50, rangeG: 8, hasGyroscope: true, random)
    sensor.hasSeparateClocks = false
    var rows = sensor.readings(of: motion, clock: track.clock, random: random)
    let magnetometer = PhoneMagnetometer.random(random)
    var raw = CompactDecimals()
    raw.append("t,mx,my,mz\n")
    for index in rows.indices {
      let time = rows[index].time
      let reading = magnetometer.reading(of: localField(at: time, motion), random)
      rows[index].magneticField = reading.calibrated
      raw.append(time, decimals: 6)
      raw.append(reading.raw, decimals: 2)
      raw.append("\n")
    }
    var companions = [GeneratedRecording.Companion(name: "truth", csv: truth(motion))]
    if hasRawField { companions.append(.init(name: "magraw", csv: raw.bytes)) }
    return GeneratedRecording(
      name: title.name,
      split: title.split,
      duration: track.clock.duration,
      device: "model of a phone; 50 Hz; gyroscope and magnetometer",
      placement: placement,
      labelledFor: title.labelledFor,
      note: title.origin,
      labels: happenings.map { happening in
        GeneratedLabel(
          detector: "context",
          kind: happening.kind,
          start: happening.span.lowerBound,
          end: happening.span.upperBound,
          note: ""
        )
      },
      rows: rows,
      companions: companions
    )
  }

  /// The field in the phone's axes, between the instants of the time line.
  private func localField(at time: Double, _ motion: PhoneMotion) -> Vector3 {
    let outside = field + (iron?.field(at: time) ?? .zero)
    let lower = track.clock.index(time)
    let upper = min(motion.attitude.count - 1, lower + 1)
    let share = time * SimulationClock.rate - Double(lower)
    let (before, after) = (
      motion.attitude[lower].inverse.rotate(outside), motion.attitude[upper].inverse.rotate(outside)
    )
    return before + (after - before) * share
  }

  private func truth(_ motion: PhoneMotion) -> [UInt8] {
    var text = CompactDecimals()
    text.append("t,qw,qx,qy,qz,moving\n")
    for row in 0...Int(Self.duration / Self.truthSpacing) {
      let time = Double(row) * Self.truthSpacing
      let attitude = motion.attitude[track.clock.index(time + SimulationClock.step / 2)]
      text.append(time, decimals: 6)
      text.append(cell: attitude.w, decimals: 5)
      text.append(attitude.v, decimals: 5)
      text.append(Self.moving.contains(time) ? ",1\n" : ",0\n")
    }
    return text.bytes
  }
}
