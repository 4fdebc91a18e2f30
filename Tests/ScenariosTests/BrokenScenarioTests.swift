import Expectations
import Foundation
import JSON
import TestSupport
import Testing
import YAML

@testable import Scenarios

/// Files with something wrong, made by changing good ones: none may bring the program down, and each mistake has one place and
/// one line.
@Suite("Broken scenarios") struct BrokenScenarioTests {
  private typealias Mutant = BrokenScenarios.Mutant

  private static func error(_ text: [UInt8]) -> ScenarioError? {
    do throws(ScenarioError) {
      _ = try ScenarioDecoder.scenario(from: text, file: "x.yaml")
      return nil
    } catch { return error }
  }

  @Test("begin from a file that is good") func base() throws {
    expectNil(Self.error(Array(BrokenScenarios.everything.utf8)))
    try expectNil(SchemaTests.validator.problem(SchemaTests.value(BrokenScenarios.everything)))
  }

  @Test("are told by one line with its place, or are not mistakes at all") func told() throws {
    var broken = 0
    for mutant in BrokenScenarios.all {
      guard let error = Self.error(mutant.text) else { continue }
      broken += 1
      let lines = mutant.text.count { $0 == 0x0A || $0 == 0x0D } + 2
      #expect((1...lines).contains(error.line), "\(mutant): \(error)")
      #expect(error.column >= 1, "\(mutant): \(error)")
      #expect(!error.sentence.isEmpty, "\(mutant)")
      #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "\(mutant): \(error)")
      #expect(error.description.utf8.count < 2_000, "\(mutant)")
    }
    #expect(broken >= 200, "\(broken) of \(BrokenScenarios.all.count)")
  }

  @Test("are not mistakes for the schema where they are none for the decoder, and mistakes of form are so for both")
  func schema() throws {
    // What only the decoder knows: who there is, and what goes with what.
    for mutant in BrokenScenarios.all {
      guard let node = try? YAMLDocument.parse(mutant.text) else { continue }
      let problem = try SchemaTests.validator.problem(JSONValue(node))
      guard let error = Self.error(mutant.text) else {
        expectNil(problem, "\(mutant)")
        continue
      }
      if error.sentence.hasPrefix("unknown key") { expectNotNil(problem, "\(mutant): \(error)") }
    }
  }

  @Test("that once were not told well") func fixtures() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Broken")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
    #expect(!files.isEmpty)
    for file in files where file.pathExtension == "yaml" {
      let wanted = try String(contentsOf: file.deletingPathExtension().appendingPathExtension("txt"), encoding: .utf8)
      let error = try #require(Self.error(Array(try Data(contentsOf: file))), "\(file.lastPathComponent)")
      expectEqual("\(error)\n", wanted, "\(file.lastPathComponent)")
    }
  }
}
