import DetectorEngine
import MotionSamples
import SignalFilters

/// The streaming filters; each takes one number, or one vector, a sample.
extension Subject {
  static let filters: [Subject] = [
    Subject(name: "MovingMedian") {
      let drive = GeneratedDrive.eventful
      return stepping(try MovingMedian(span: .centered(25))) { filter, index in
        consume(filter.push(drive.acceleration(index).acceleration.x))
      }
    },
    Subject(name: "MovingMedianDeviation") {
      let drive = GeneratedDrive.eventful
      return stepping(try MovingMedianDeviation(span: .trailing(50))) { filter, index in
        consume(filter.push(drive.acceleration(index).acceleration.x))
      }
    },
    Subject(name: "MovingExtrema") {
      let drive = GeneratedDrive.eventful
      return stepping(try MovingExtrema(span: .trailing(100), ends: .padValue)) { filter, index in
        consume(filter.push(drive.acceleration(index).acceleration.x))
      }
    },
    Subject(name: "ImpulseFilter") {
      let drive = GeneratedDrive.eventful
      return stepping(try ImpulseFilter(span: .centered(9))) { filter, index in
        consume(filter.push(drive.acceleration(index).acceleration.x))
      }
    },
    Subject(name: "GaussianFilter") {
      let drive = GeneratedDrive.eventful
      return stepping(try GaussianFilter(count: 21)) { filter, index in
        consume(filter.push(drive.acceleration(index).acceleration.x))
      }
    },
    Subject(name: "streams finished every 500 values") {
      let drive = GeneratedDrive.eventful
      let median = try MovingMedian(span: .centered(25))
      let gaussian = try GaussianFilter(count: 21, ends: .truncate)
      return stepping((median, gaussian)) { filters, index in
        let value = drive.acceleration(index).acceleration.x
        consume(filters.0.push(value))
        consume(filters.1.push(value))
        guard index.isMultiple(of: 500) else { return }
        filters.0.finish { consume($0) }
        filters.1.finish { consume($0) }
      }
    },
    Subject(name: "SecondOrderFilter<Vector3>") {
      let drive = GeneratedDrive.eventful
      let filter = try SecondOrderFilter<Vector3>(
        .lowPass,
        cutoffHz: 5,
        rateHz: Double(drive.rateHz)
      )
      return stepping(filter) { filter, index in
        consume(filter.push(drive.acceleration(index).acceleration))
      }
    },
  ]
}
