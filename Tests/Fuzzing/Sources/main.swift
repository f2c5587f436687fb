import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// libFuzzer's loop, which is there only where the program was linked with it.
typealias Driver =
  @convention(c) (
    UnsafeMutablePointer<CInt>,
    UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    @convention(c) (UnsafeRawPointer?, Int) -> CInt
  ) -> CInt

/// The target that this process runs: libFuzzer's callback can't carry it.
nonisolated(unsafe) var chosen: FuzzTarget?

func usage() -> Never {
  let names = FuzzTarget.all.map(\.name).joined(separator: " ")
  print("usage: fuzz-detectors TARGET [libFuzzer's arguments, or files to run]")
  print("       fuzz-detectors seeds FOLDER DATASETS")
  print("targets: \(names)")
  exit(64)
}

if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "seeds" {
  try SeedCorpus.write(
    to: URL(fileURLWithPath: CommandLine.arguments[2]),
    datasets: URL(fileURLWithPath: CommandLine.arguments[3])
  )
  exit(0)
}

guard CommandLine.argc > 1, let name = CommandLine.unsafeArgv[1].map({ String(cString: $0) }),
  let target = FuzzTarget.all.first(where: { $0.name == name })
else { usage() }
chosen = target

if let symbol = dlsym(dlopen(nil, RTLD_NOW), "LLVMFuzzerRunDriver") {
  let drive = unsafeBitCast(symbol, to: Driver.self)
  // libFuzzer reads the program's name and what follows the target's.
  var arguments = [CommandLine.unsafeArgv[0]]
  arguments += (2..<Int(CommandLine.argc)).map { CommandLine.unsafeArgv[$0] }
  arguments.append(nil)
  var count = CInt(arguments.count - 1)
  let status = arguments.withUnsafeMutableBufferPointer { list in
    var vector = list.baseAddress
    return withUnsafeMutablePointer(to: &vector) { pointer in
      pointer.withMemoryRebound(
        to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self,
        capacity: 1
      ) { rebound in
        drive(&count, rebound) { start, length in
          chosen?.run(UnsafeRawBufferPointer(start: start, count: length))
          return 0
        }
      }
    }
  }
  exit(status)
}

// Without libFuzzer the program runs the files that it is given, each once.
for index in 2..<max(2, Int(CommandLine.argc)) {
  guard let path = CommandLine.unsafeArgv[index], let file = fopen(path, "rb") else {
    print("can't read \(CommandLine.unsafeArgv[index].map { String(cString: $0) } ?? "")")
    exit(74)
  }
  var content: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&piece, 1, piece.count, file), count > 0 {
    content += piece.prefix(count)
  }
  fclose(file)
  content.withUnsafeBytes { target.run($0) }
}
