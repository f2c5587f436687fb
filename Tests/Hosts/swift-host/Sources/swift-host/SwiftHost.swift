import DetectorEngine
import Foundation

/// A host in Swift: streams a recording from standard input through an engine and prints its events.
///
/// Exit status: 0 done, 64 wrong usage, 65 something that cannot be read.
@main
enum SwiftHost {
  static func main() {
    let options: Options
    do {
      options = try Options(CommandLine.arguments.dropFirst())
    } catch {
      complain("\(error)\n\(Options.usage)")
      exit(64)
    }
    do {
      try run(options)
    } catch {
      complain("\(error)")
      exit(65)
    }
  }

  private static func run(_ options: Options) throws {
    let file = try Data(contentsOf: URL(fileURLWithPath: options.configuration))
    let decoded = try EngineConfiguration.decoded(from: file)
    guard decoded.unknownKeys.isEmpty else {
      throw HostProblem("unknown keys: \(decoded.unknownKeys.joined(separator: ", "))")
    }
    var host = try Host(decoded.configuration)
    if let path = options.restored { try host.restore(from: path) }
    guard let header = readLine() else { throw HostProblem("standard input:1: no header") }
    let columns = header.split(separator: ",").map(String.init)
    if !options.printsRecords { print(EventLine.header) }

    var clock = ArrivalClock()
    var index = 0
    func cut() throws {
      guard options.cuts.contains(index), let path = options.snapshots else { return }
      try host.save(to: "\(path).\(index)")
    }
    func flushLines() {
      for line in host.lines { print(options.printsRecords ? "\(index),\(line)" : line) }
      host.removeLines()
    }
    var upcoming = try nextRow(columns, line: 2)
    while let row = upcoming {
      try cut()
      upcoming = try nextRow(columns, line: index + 3)
      let before = clock.now
      let now = clock.arrival(of: row.timestamp, next: upcoming?.timestamp)
      // A restored host knows the time from the phone's clock, which here only the rows passed over can tell.
      if index >= options.firstRow {
        host.feed(row, at: now, previousArrival: before)
        if options.printsRecords, row.hasFix { host.buildRecord(row: index, at: now) }
      }
      flushLines()
      index += 1
    }
    try cut()
    host.finish()
    flushLines()
  }

  private static func nextRow(_ columns: [String], line: Int) throws -> Row? {
    guard let text = readLine() else { return nil }
    do {
      return try Row(text[...], columns: columns)
    } catch {
      throw HostProblem("standard input:\(line): \(error)")
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
