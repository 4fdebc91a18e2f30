import Expectations
import Platform
import TestSupport
import Testing

@testable import MockIdPCommand

/// The program's own word on broken files.
struct BrokenScenarioTests {
  @Test func endWithTwoAndALineForEachMistake() throws {
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
      expectEqual(code, .usage, "\(mutant)")
      #expect(recorder.output.isEmpty, "\(mutant)")
      let lines = recorder.errors.split(separator: "\n")
      #expect((1...20).contains(lines.count), "\(mutant): \(recorder.errors)")
      var told: Set<String> = []
      for line in lines {
        #expect(line.hasPrefix(path + ":"), "\(mutant)")
        let place = line.dropFirst(path.count + 1).split(separator: ":").prefix(2)
        #expect(place.count == 2 && place.allSatisfy { Int($0) ?? 0 >= 1 }, "\(mutant): \(recorder.errors)")
        // Of one line of the file only the first mistake is told: what follows is often its consequence.
        #expect(told.insert(String(place.first ?? "")).inserted, "\(mutant): \(recorder.errors)")
      }
    }
    #expect(refused >= 200)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    expectEqual(fwrite(bytes, 1, bytes.count, file), bytes.count)
  }
}
