import Foundation
import MotionSamples
import SignalFilters

extension ScenarioCatalogue {
  /// Real crash pulses, composed into phone recordings.
  ///
  /// The pulse is measured, everything around it (road, phone, sensor, fixes, speed) is generated; the speed before the
  /// impact is drawn anew from 41 to 130 km/h and the pulse is kept as it is. Every pulse of a moving car is composed at 25, 50, 100 and
  /// 200 Hz with ±8 and ±16 g, at any phase and in any orientation; that of a standing car is no event, since a speed
  /// gate keeps it out.
  ///
  /// - Parameter folder: A folder with `pulses.csv` (`pulse,pre_impact_speed_mps,…`) and `pulses/<pulse>.csv` (`t` in seconds
  ///   from first contact, a row a millisecond; `ax,ay,az` in m/s² without gravity, x forward, y right, z down).
  /// - Returns: The catalogue, named `composed-nhtsa`.
  /// - Throws: `FileProblem` or `FileAccessProblem` where a file is not as described or cannot be read.
  package static func composedCrashes(pulsesIn folder: String) throws -> ScenarioCatalogue {
    let list = try Table(
      path: folder + "/pulses.csv",
      schema: .init(required: ["pulse", "pre_impact_speed_mps"], allowsOthers: true)
    )
    let scenarios = try list.rows.map { row in
      let reader = TableRowReader(table: list, row: row)
      let name = reader.text("pulse")
      let speed = try reader.requiredNumber("pre_impact_speed_mps", in: 0...150)
      let pulse = try MeasuredPulse(path: "\(folder)/pulses/\(name).csv")
      let plainName = name.replacingOccurrences(of: "-", with: "_")
      return speed > 0 ? moving(plainName, pulse) : standing(plainName, pulse)
    }
    return ScenarioCatalogue(
      name: "composed-nhtsa",
      labelledFor: "crash",
      origin: "composed: measured crash pulse in a generated drive",
      scenarios: scenarios
    )
  }

  private typealias Parts = CrashScenarioParts

  private static func sensor(
    _ place: Int,
    _ draft: ScenarioDraft,
    _ random: RandomSource
  ) -> PhoneSensor {
    .random(
      rate: [25, 50, 100, 200][place % 4],
      rangeG: place / 4 % 2 == 0 ? 8 : 16,
      hasGyroscope: draft.sensor.hasGyroscope,
      random
    )
  }

  private static func moving(_ name: String, _ pulse: MeasuredPulse) -> Scenario {
    Scenario(name: name, count: 16) { place, random in
      let time = Parts.milliseconds(random.uniform(in: 10.5...12.5))
      let placement: PhonePlacement =
        random.chance(0.5) ? .anyMount(random) : Parts.anyPlacement(random)
      var draft = Parts.drive(
        duration: Parts.milliseconds(time + 13.5),
        speed: Parts.kmh(random.uniform(in: 41...130)),
        rate: 50,
        placement: placement,
        random: random
      )
      draft.sensor = sensor(place, draft, random)
      draft.plan.impacts = [.init(time: time, pulse: pulse.crashPulse)]
      draft.plan.engineStops = time + 0.3
      draft.happenings = [
        .init(
          detector: "crash",
          kind: "frontal",
          span: Parts.milliseconds(time + pulse.start)...Parts.milliseconds(time + pulse.end)
        )
      ]
      return draft
    }
  }

  private static func standing(_ name: String, _ pulse: MeasuredPulse) -> Scenario {
    Scenario(name: name, count: 4) { place, random in
      var draft = Parts.drive(
        duration: 38,
        speed: Parts.kmh(30),
        rate: 50,
        placement: .anyMount(random),
        random: random
      )
      draft.sensor = sensor(place, draft, random)
      draft.plan.manoeuvres = [.speedChange(time: 2, acceleration: -4, until: 0)]
      let time = 25.0
      draft.plan.impacts = [.init(time: time, pulse: pulse.crashPulse)]
      draft.happenings = [
        .init(
          detector: "context",
          kind: "struck_while_standing_impact",
          span: Parts.milliseconds(time + pulse.start)...Parts.milliseconds(time + pulse.end)
        )
      ]
      return draft
    }
  }
}

/// A crash pulse as a test measured it.
struct MeasuredPulse: Sendable {
  /// Acceleration every millisecond in vehicle axes (x forward, y left, z up), m/s².
  let samples: [Vector3]

  /// The index of first contact.
  let offset: Int

  /// First and last instant at which the mean over 10 ms exceeds 2 g, in seconds from first contact: between them the
  /// pulse is taken to last.
  let start: Double
  let end: Double

  /// Reads a pulse.
  init(path: String) throws {
    let table = try Table(path: path, schema: .init(required: ["t", "ax", "ay", "az"]))
    try table.requireRows(expected: "a row a millisecond")
    var samples: [Vector3] = []
    var offset = 0
    for row in table.rows {
      let reader = TableRowReader(table: table, row: row)
      let time = try reader.requiredNumber("t", in: -1...5)
      if time < -0.0005 { offset += 1 }
      // From x forward, y right, z down, as crash tests write them.
      samples.append(
        Vector3(
          try reader.requiredNumber("ax", in: -1e5...1e5),
          -(try reader.requiredNumber("ay", in: -1e5...1e5)),
          -(try reader.requiredNumber("az", in: -1e5...1e5))
        )
      )
    }
    self.init(samples: samples, offset: min(offset, max(0, samples.count - 1)))
  }

  /// Takes a pulse that is in memory.
  init(samples: [Vector3], offset: Int) {
    self.samples = samples
    self.offset = offset
    let limit = 2 * PhysicalConstants.standardGravity
    var first = offset
    var last = offset
    var isFound = false
    for index in samples.indices.dropLast(9) {
      let mean = samples[index..<(index + 10)].reduce(.zero, +) / 10
      guard mean.magnitude > limit else { continue }
      if !isFound { first = index + 5 }
      isFound = true
      last = index + 5
    }
    start = Double(first - offset) / 1000
    end = Double(last - offset) / 1000
  }

  /// The pulse for a plan.
  var crashPulse: CrashPulse { CrashPulse(measured: samples, offset: offset) }
}
