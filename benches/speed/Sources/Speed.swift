import BenchSubjects
import DetectorBench
import Foundation

/// The compiled side of `benches/speed`; `speed.py` beside it asks for one measurement after the other.
///
///     speed list                              the names of what can be stepped
///     speed serve                             measures what standard input asks for, line by line
///     speed count NAME N                      steps N samples and no more, for counting instructions
///     speed drive FILE MINUTES CHANNELS       writes a generated drive at 100 Hz; CHANNELS a, ag or agm
///     speed fleet FOLDER N                    writes a data set of N generated drives of 10 minutes at 50 Hz
///     speed day HOURS                         steps the engine for so long and says what it holds, hour by hour
///     speed replay N ARGUMENT…                runs bench-detectors replay N times and writes nanoseconds to standard error
///     speed start                             makes an engine, gives it a reading and ends
@main
enum Speed {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("speed: \(error)\n".utf8))
      exit(error is Misuse ? 64 : 65)
    }
  }

  private static func run(_ arguments: [String]) throws {
    switch (arguments.first, arguments.count) {
    case ("list", 1):
      for subject in Subject.all { print(subject.name) }
    case ("serve", 1):
      try SpeedServer.serve()
    case ("count", 3):
      let samples = try number(arguments[2])
      try SpeedServer.subject(arguments[1]).make()(0..<samples)
    case ("drive", 4):
      guard let channels = DriveFile.Channels(rawValue: arguments[3]) else { throw Misuse() }
      try DriveFile.write(
        to: arguments[1],
        seconds: number(arguments[2]) * 60,
        channels: channels
      )
    case ("fleet", 3):
      try Fleet.write(to: arguments[1], count: number(arguments[2]))
    case ("day", 2):
      try LongStream.run(hours: number(arguments[1]))
    case ("replay", 3...):
      try replay(number(arguments[1]), Array(arguments[2...]))
    case ("start", 1):
      try SpeedServer.subject("DetectorEngine, all armed").make()(0..<1)
    default:
      throw Misuse()
    }
  }

  /// Waits for the command instead of being asynchronous itself: valgrind does not get along with a main program that is.
  private static func replay(_ count: Int, _ arguments: [String]) throws {
    for _ in 0..<count {
      let start = ProcessorTime.nanoseconds
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        if await BenchCommand.run(["replay"] + arguments) != 0 { exit(65) }
        done.signal()
      }
      done.wait()
      let elapsed = ProcessorTime.nanoseconds - start
      FileHandle.standardError.write(Data("\(elapsed)\n".utf8))
    }
  }

  private static func number(_ text: String) throws -> Int {
    guard let number = Int(text), number > 0 else { throw Misuse() }
    return number
  }
}

/// A command line that can't be understood.
struct Misuse: Error, CustomStringConvertible {
  var description: String { "see the head of benches/speed/Sources/Speed.swift" }
}
