import Foundation
import MotionSamples

/// The course of the acceleration that a collision gives to the cabin.
///
/// Half-sine and haversine are the two forms by which crash pulses are usually written down from velocity change and
/// duration (Varat and Husher, *Vehicle impact response analysis through the use of accelerometer data*, SAE
/// 2000-01-0850). The peak of a half-sine is π·Δv/2T, of a haversine 2·Δv/T.
struct CrashPulse: Sendable {
  /// The form over the pulse's duration.
  enum Form: Sendable {
    /// sin(πt/T).
    case halfSine
    /// (1 − cos(2πt/T))/2.
    case haversine
    /// Measured in a crash test, every millisecond, vehicle axes (x forward, y left, z up), in m/s², gravity not
    /// included; `offset` is the index of first contact.
    case measured(samples: [Vector3], offset: Int)
  }

  /// The form.
  var form: Form

  /// Change of velocity in m/s along `direction`; not used by a measured pulse.
  var velocityChange: Double

  /// How long it lasts, in seconds.
  var duration: Double

  /// Direction of the acceleration in vehicle axes (x forward, y left, z up), of length one.
  var direction: Vector3

  /// Ringing of the structure beside the pulse, as a share of the pulse's own size; 30 to 80 Hz.
  var ringing: Double

  /// A pulse of one of the two written-down forms.
  init(
    _ form: Form,
    velocityChange: Double,
    duration: Double,
    direction: Vector3,
    ringing: Double = 0
  ) {
    self.form = form
    self.velocityChange = velocityChange
    self.duration = duration
    self.direction = direction.normalized ?? Vector3(-1, 0, 0)
    self.ringing = ringing
  }

  /// A pulse as measured, a value every millisecond.
  init(measured samples: [Vector3], offset: Int) {
    form = .measured(samples: samples, offset: offset)
    velocityChange = 0
    duration = Double(samples.count - offset) / 1000
    direction = Vector3(-1, 0, 0)
    ringing = 0
  }

  /// How long before first contact the pulse has values, in seconds.
  var lead: Double {
    if case .measured(_, let offset) = form { return Double(offset) / 1000 }
    return 0
  }

  /// Acceleration in m/s² at `time` seconds after first contact, without ringing.
  func acceleration(at time: Double) -> Vector3 {
    guard time >= -lead, time < duration else { return .zero }
    switch form {
    case .halfSine:
      return direction
        * (Double.pi * velocityChange / (2 * duration) * sin(Double.pi * time / duration))
    case .haversine:
      return direction * (velocityChange / duration * (1 - cos(2 * Double.pi * time / duration)))
    case .measured(let samples, let offset):
      let position = time * 1000 + Double(offset)
      let lower = min(samples.count - 1, max(0, Int(position.rounded(.down))))
      let upper = min(samples.count - 1, lower + 1)
      return samples[lower] + (samples[upper] - samples[lower]) * (position - Double(lower))
    }
  }
}
