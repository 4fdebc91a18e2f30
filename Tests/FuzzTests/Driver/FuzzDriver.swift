import CFuzzer
import Platform

/// libFuzzer around one target: `fuzz TARGET [libFuzzer's options and folders]`.
@main enum FuzzDriver {
  /// Chosen by the first argument; a callback in C brings nothing along.
  private static let target = CommandLine.arguments.dropFirst().first.flatMap { FuzzTarget.named($0) }

  static func main() { exit(run()) }

  private nonisolated static func run() -> Int32 {
    guard let target else {
      for target in FuzzTarget.all { print("\(target.name)\t\(target.maximumBytes)\t\(target.summary)") }
      return CommandLine.arguments.count > 1 ? 2 : 0
    }
    var count = CommandLine.argc - 1
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
    _ = target
    return LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
      FuzzDriver.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }

  private nonisolated static func check(_ bytes: [UInt8]) {
    do {
      try target?.check(bytes)
    } catch {
      // libFuzzer takes a signal for a finding and writes the input down.
      let message = Array("FINDING: \(error)\n".utf8)
      _ = message.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      abort()
    }
  }
}
