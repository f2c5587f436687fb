import BenchSubjects
import DetectorBench
import Foundation

/// Measures what it is asked for, one thing a line, so that whoever asks can take turns between us and others.
///
///     step NAME N      nanoseconds that the next N samples of a subject take
///     read FILE        nanoseconds that reading a recording takes, and its rows
///     naive FILE       nanoseconds that reading a recording and the rule `naive-2g` over it take, and its detections
///     rule FILE        nanoseconds that the rule alone takes over the recording that was read last, and its detections
enum SpeedServer {
  private struct Running {
    let step: (Range<Int>) -> Void
    var next = 0
  }

  static func subject(_ name: String) throws -> Subject {
    guard let subject = Subject.all.first(where: { $0.name == name }) else { throw Misuse() }
    return subject
  }

  static func serve() throws {
    Subject.prepare()
    var running: [String: Running] = [:]
    var latest = Recording()
    while let line = readLine() {
      let request = line.split(separator: "\t").map(String.init)
      switch (request.first, request.count) {
      case ("step", 3):
        guard let count = Int(request[2]), count > 0 else { throw Misuse() }
        var subject = try running[request[1]] ?? Running(step: subject(request[1]).make())
        let range = subject.next..<subject.next + count
        let elapsed = ProcessorTime.nanoseconds { subject.step(range) }
        subject.next = range.upperBound
        running[request[1]] = subject
        answer("\(elapsed)")
      case ("read", 2):
        let elapsed = try ProcessorTime.nanoseconds { latest = try Recording(path: request[1]) }
        answer("\(elapsed)\t\(latest.rowCount)")
      case ("naive", 2):
        var detections = 0
        let elapsed = try ProcessorTime.nanoseconds {
          latest = try Recording(path: request[1])
          detections = naive(latest)
        }
        answer("\(elapsed)\t\(detections)")
      case ("rule", 1):
        var detections = 0
        let elapsed = ProcessorTime.nanoseconds { detections = naive(latest) }
        answer("\(elapsed)\t\(detections)")
      default:
        throw Misuse()
      }
    }
  }

  private static func naive(_ recording: Recording) -> Int {
    var rule = TwoGRule()
    var log = ReplayLog()
    rule.replay(recording, log: &log)
    return log.entries.count
  }

  private static func answer(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }
}
