import Foundation
import MotionSamples
import SignalFilters

extension ScenarioCatalogue {
  /// Real motion of hands, laid over real motion of a road.
  ///
  /// Two kinds. A hand that moves a sensor in a laboratory with rests between (BROAD: Laidig and others, Data 6(7):72, 2021;
  /// `moving` in its truth file says when): the label is where it moves. And phones that people write on, hold to the ear and swing while
  /// *walking* (the attitude benchmark of Michel and others, Inria Grenoble, 2016): twelve seconds and more of a phone
  /// at rest are set before and after, and the label spans all of the recording, steps included. Road motion is that of
  /// a phone on a windshield mount in earth axes (Ferreira and others, PLoS ONE 12(4), 2017): gravity is taken off, and
  /// what is left is turned about the vertical at random and then into the sensor's own attitude as the cameras saw it.
  /// The speed is assumed: 15 m/s throughout.
  ///
  /// - Parameter folder: The folder that holds the data sets `broad`, `attitude-smartphones` and `driver-behavior`. The first
  ///   two may be absent, one at a time.
  /// - Returns: The catalogue, named `composed-handling`.
  /// - Throws: `FileProblem` or `FileAccessProblem` where a file is not as described or cannot be read.
  package static func composedHandling(in folder: String) throws -> ScenarioCatalogue {
    let roads = try motions(in: folder + "/driver-behavior") { _ in true }
    var scenarios: [Scenario] = []
    if isThere(folder + "/broad") {
      for (name, hand) in try motions(in: folder + "/broad", where: { $0.contains("breaks") })
        + motions(in: folder + "/broad", where: { $0 == "30_disturbed_stationary_magnet_C" })
      where hand.movingSpans.count > 1 {
        scenarios.append(laboratory(name, hand, roads.map(\.motion)))
      }
    }
    if isThere(folder + "/attitude-smartphones") {
      let wanted = ["Texting", "Phoning", "Swinging"]
      for (name, phone) in try motions(
        in: folder + "/attitude-smartphones",
        where: { name in wanted.contains { name.hasSuffix($0) } }
      ) {
        scenarios.append(walking(name, phone, roads.map(\.motion)))
      }
    }
    return ScenarioCatalogue(
      name: "composed-handling",
      labelledFor: "distraction",
      origin: "composed: measured hand motion over measured road motion; speed assumed 15 m/s",
      scenarios: scenarios
    )
  }

  private static func isThere(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/recordings.csv")
  }

  private static func motions(
    in folder: String,
    where isWanted: (String) -> Bool
  ) throws -> [(name: String, motion: MeasuredMotion)] {
    let dataset = try Dataset(path: folder)
    return try dataset.recordings.filter { isWanted($0.name) }.map {
      ($0.name.replacingOccurrences(of: "-", with: "_"), try MeasuredMotion($0, of: dataset))
    }
  }

  private static func laboratory(
    _ name: String,
    _ hand: MeasuredMotion,
    _ roads: [MeasuredMotion]
  ) -> Scenario {
    Scenario(name: name, count: 2) { place, title, random in
      let composition = HandlingComposition(
        hand,
        over: random.element(of: roads),
        rest: 0,
        keepsEvery: place % 2 == 0 ? 1 : 2,
        random: random
      )
      let kind = "hand_motion"
      let labels = hand.movingSpans.map { span in
        composition.label(kind, from: span.lowerBound, to: span.upperBound, note: name)
      }
      return composition.recording(
        title,
        device: "measured inertial board over a measured road",
        placement: "in hand or at rest",
        labels: labels
      )
    }
  }

  private static func walking(
    _ name: String,
    _ phone: MeasuredMotion,
    _ roads: [MeasuredMotion]
  ) -> Scenario {
    Scenario(name: name, count: 1) { _, title, random in
      let composition = HandlingComposition(
        phone,
        over: random.element(of: roads),
        rest: random.uniform(in: 12...16),
        keepsEvery: (phone.acceleration.times.count > 6000) ? 2 : 1,
        random: random
      )
      let label = composition.label(
        "held_while_walking",
        from: phone.acceleration.times.first ?? 0,
        to: phone.acceleration.times.last ?? 0,
        note: name
      )
      return composition.recording(
        title,
        device: "measured phone over a measured road",
        placement: "carried by a walker",
        labels: [label]
      )
    }
  }
}

/// One motion of a hand over one stretch of road.
private struct HandlingComposition {
  private let hand: MeasuredMotion
  private let road: MeasuredMotion
  private let random: RandomSource
  private let first: Double
  private let last: Double
  private let rest: Double
  private let stride: Int
  private let roadStart: Double
  private let turn: UnitQuaternion

  /// Chooses the stretch of road and the direction in which it lies.
  ///
  /// `rest` seconds of a sensor at rest are set before and after; of the hand's readings every `keepsEvery`-th is kept.
  init(
    _ hand: MeasuredMotion,
    over road: MeasuredMotion,
    rest: Double,
    keepsEvery stride: Int,
    random: RandomSource
  ) {
    self.hand = hand
    self.road = road
    self.rest = rest
    self.stride = stride
    self.random = random
    // Where the cameras saw the sensor: before and after, nobody says whether it moved.
    first = max(hand.truthTimes.first ?? 0, hand.acceleration.times.first ?? 0)
    last = min(hand.truthTimes.last ?? 0, hand.acceleration.times.last ?? 0)
    let roadFirst = road.acceleration.times.first ?? 0
    let roadLast = (road.acceleration.times.last ?? 0) - (last - first) - 2 * rest
    roadStart = random.uniform(in: roadFirst...max(roadFirst, roadLast))
    turn = UnitQuaternion(rotationVector: Vector3(0, 0, random.uniform(in: 0...2 * Double.pi)))
  }

  private var duration: Double { last - first + 2 * rest }

  /// A label on the composition's own time line.
  func label(_ kind: String, from start: Double, to end: Double, note: String) -> GeneratedLabel {
    func own(_ time: Double) -> Double {
      CrashScenarioParts.milliseconds(min(last, max(first, time)) - first + rest)
    }
    return GeneratedLabel(
      detector: "distraction",
      kind: kind,
      start: own(start),
      end: own(end),
      note: note
    )
  }

  /// Computes the recording.
  func recording(
    _ title: RecordingTitle,
    device: String,
    placement: String,
    labels: [GeneratedLabel]
  ) -> GeneratedRecording {
    var rows = measured(hand.acceleration, isRotation: false)
    rows += measured(hand.rotation, isRotation: true)
    rows += atRest(from: 0, to: rest, attitude: hand.attitude(at: first))
    rows += atRest(
      from: duration - rest,
      to: duration,
      attitude: hand.attitude(at: last)
    )
    for second in 0..<Int(duration) {
      var row = GeneratedRow(time: Double(second) + 0.5)
      row.speed = 15
      rows.append(row)
    }
    var activity = GeneratedRow(time: 0.2)
    activity.activity = (.inVehicle, 90)
    rows.append(activity)
    rows.sort { $0.time < $1.time }
    return GeneratedRecording(
      name: title.name,
      split: title.split,
      duration: duration,
      device: device,
      placement: placement,
      labelledFor: title.labelledFor,
      note: title.origin,
      labels: labels,
      rows: rows
    )
  }

  /// Road motion at an instant of the composition in the axes of a sensor of some attitude.
  private func roadMotion(
    at time: Double,
    attitude: UnitQuaternion
  ) -> (force: Vector3, rate: Vector3) {
    let up = Vector3(0, 0, PhysicalConstants.standardGravity)
    let toSensor = attitude.inverse
    let force = road.acceleration.value(at: roadStart + time) - up
    let rate = road.rotation.value(at: roadStart + time)
    return (toSensor.rotate(turn.rotate(force)), toSensor.rotate(turn.rotate(rate)))
  }

  private func measured(_ series: MeasuredSeries, isRotation: Bool) -> [GeneratedRow] {
    var rows: [GeneratedRow] = []
    for index in Swift.stride(from: 0, to: series.times.count, by: stride) {
      let time = series.times[index]
      guard time >= first, time <= last else { continue }
      let own = time - first + rest
      let road = roadMotion(at: own, attitude: hand.attitude(at: time))
      var row = GeneratedRow(time: (own * 1e4).rounded() / 1e4)
      if isRotation {
        row.rotationRate = series.values[index] + road.rate
      } else {
        row.acceleration = series.values[index] + road.force
      }
      rows.append(row)
    }
    return rows
  }

  /// A sensor at rest in the car, with the noise of the better ones.
  private func atRest(
    from start: Double,
    to end: Double,
    attitude: UnitQuaternion
  ) -> [GeneratedRow] {
    guard end > start else { return [] }
    let up = attitude.inverse.rotate(Vector3(0, 0, PhysicalConstants.standardGravity))
    func noise(_ deviation: Double) -> Vector3 {
      Vector3(
        random.gaussian(standardDeviation: deviation),
        random.gaussian(standardDeviation: deviation),
        random.gaussian(standardDeviation: deviation)
      )
    }
    return Swift.stride(from: start + 0.002, to: end - 0.002, by: 0.01).map { time in
      let road = roadMotion(at: time, attitude: attitude)
      var row = GeneratedRow(time: (time * 1e4).rounded() / 1e4)
      row.acceleration = up + road.force + noise(0.02)
      row.rotationRate = road.rate + noise(0.002)
      return row
    }
  }
}
