import Bytes
import HTTPWire
import Intake
import JSON
import Policy
import Scenarios
import Worlds
import YAML

/// Shows scenarios as texts, and tells the mistakes of a text.
enum ScenarioHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    let rows = ScenarioLibrary.themes.flatMap { theme in
      theme.names.map { name -> JSONValue in
        ["name": .string(name), "summary": .string(summary(of: name)), "theme": .string(theme.title)]
      }
    }
    return .json(["scenarios": .array(rows)])
  }

  static func show(_ call: ControlCall) throws -> ControlAnswer {
    let name = call["scenario"]
    guard let text = ScenarioLibrary.text(named: name) else {
      throw Problem.unknownWord("scenario", name, known: ScenarioLibrary.names, status: 404)
    }
    return .json(["name": .string(name), "summary": .string(summary(of: name)), "text": .string(text)])
  }

  static func story(_ call: ControlCall) throws -> ControlAnswer {
    let scenario = call.world.scenario
    return .json([
      "name": .string(scenario.name), "summary": .string(scenario.summary), "docs": .string(scenario.documentation),
      "expectations": .integer(Int64(scenario.expectations.count)),
    ])
  }

  /// The body is the text of a file. A text with mistakes is a good question, so its answer is 200 too.
  static func check(_ call: ControlCall) throws -> ControlAnswer {
    let text = call.call.request.body
    do throws(ScenarioError) {
      let scenario = try ScenarioDecoder.scenario(from: text, file: "body", extending: .library)
      return .json([
        "ok": true, "scenario": .string(scenario.name), "rules": .integer(Int64(scenario.rules.count)),
        "expectations": .integer(Int64(scenario.expectations.count)), "mistakes": [],
      ])
    } catch {
      let found = ScenarioDecoder.mistakes(in: text, file: "body")
      return .json(["ok": false, "mistakes": .array((found.isEmpty ? [error] : found).map(value))])
    }
  }

  /// The body is the archive, as a browser saves it. An archive tells nothing about this server, so nothing of the world is needed.
  static func makeScenario(_ call: ControlCall) throws -> ControlAnswer {
    let name = call.query["name"] ?? "archive.har"
    do throws(ArchiveFault) {
      let stem = name.split(separator: ".").first.map(String.init) ?? name
      let made = try ArchiveScenario(call.call.request.body, file: name, named: stem) {
        Catalogue.kind(code: $0) != nil
      }
      return .json(["text": .string(made.text), "report": .array(made.report.map { .string($0) })])
    } catch {
      throw Problem.notAnArchive(error.sentence, line: error.line ?? 1)
    }
  }

  private static func value(_ mistake: ScenarioError) -> JSONValue {
    [
      "file": .string(mistake.file), "line": .integer(Int64(mistake.line)), "column": .integer(Int64(mistake.column)),
      "message": .string(mistake.sentence),
    ]
  }

  /// The summary alone: the rest of the file is not decoded for a list of names.
  private static func summary(of name: String) -> String {
    let document = ScenarioLibrary.text(named: name).flatMap { try? YAMLDocument.parse($0) }
    return document?["summary"]?.text ?? ""
  }
}
