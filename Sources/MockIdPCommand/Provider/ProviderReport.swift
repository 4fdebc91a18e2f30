import JSON
import Worlds

/// What came of the damages, as text, JSON and JUnit.
struct ProviderReport {
  let results: [ProviderCheck.Result]

  func text(_ palette: Palette) -> String {
    let rows = results.map { result in
      [
        result.isMet ? "ok" : "NO", result.fault.rawValue, result.outcome.text,
        result.isMet ? "" : result.demand.sentence,
      ]
    }
    let lines = Columns.table(rows).enumerated().map { index, line in
      results[index].isMet ? line : palette.red(line)
    }
    let wrong = results.count { !$0.isMet }
    let refused = results.count { $0.outcome == .refused }
    let verdict =
      wrong == 0
      ? palette.green("\(results.count) Responses, \(refused) refused, none let in that must not be")
      : palette.red("\(wrong) of \(results.count) Responses were not taken as they have to be")
    return (lines + [verdict]).joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    let damages = results.map { result -> JSONValue in
      [
        "damage": .string(result.fault.rawValue), "demand": .string(result.demand.rawValue),
        "outcome": .string(result.outcome.text), "ok": .bool(result.isMet),
      ]
    }
    return ["ok": .bool(results.allSatisfy(\.isMet)), "damages": .array(damages)]
  }

  var junit: JUnitReport {
    let cases = results.map { result -> JSONValue in
      let verdict = "\(result.fault.rawValue): \(result.outcome.text), and it \(result.demand.sentence)"
      return ["name": .string(result.fault.rawValue), "met": .bool(result.isMet), "verdict": .string(verdict)]
    }
    return JUnitReport(answer: ["scenario": "saml", "expectations": .array(cases)])
  }
}
