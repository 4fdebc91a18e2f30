import Glibc
import TestSupport
import Testing

@testable import MockIdPCommand

/// The program's own word on broken files.
@Suite struct BrokenScenarioTests {
  @Test func endWithTwoAndOneLine() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/mutant.yaml"
    defer { TextFile.remove(path) }
    var refused = 0
    for mutant in BrokenScenarios.all {
      try write(mutant.text, to: path)
      let recorder = Recorder()
      let code = CommandLineProgram.run(["scenario", "check", path], on: recorder.console())
      if code == .success {
        #expect(recorder.errors.isEmpty, "\(mutant)")
        continue
      }
      refused += 1
      #expect(code == .usage, "\(mutant)")
      #expect(recorder.output.isEmpty, "\(mutant)")
      #expect(recorder.errors.hasPrefix(path + ":"), "\(mutant)")
      #expect(recorder.errors.utf8.count { $0 == 0x0A } == 1, "\(mutant): \(recorder.errors)")
      let place = recorder.errors.dropFirst(path.count + 1).split(separator: ":").prefix(2)
      #expect(place.count == 2 && place.allSatisfy { Int($0) ?? 0 >= 1 }, "\(mutant): \(recorder.errors)")
    }
    #expect(refused >= 200)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }
}
