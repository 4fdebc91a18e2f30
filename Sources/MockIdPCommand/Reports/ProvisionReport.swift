import Bytes
import JSON
import SCIM

/// What the judge of SCIM servers found: for people, as JSON, and as JUnit XML.
struct ProvisionReport: Sendable {
  let url: String
  private(set) var verdicts: [SCIMVerdict] = []
  /// What the server did not let go.
  var leftBehind: [String] = []
  var wasStopped = false

  init(url: String) { self.url = url }

  mutating func add(_ verdict: SCIMVerdict) { verdicts.append(verdict) }

  func count(_ outcome: SCIMVerdict.Outcome) -> Int { verdicts.count { $0.outcome == outcome } }

  func isOK(strictly: Bool) -> Bool { count(.fail) == 0 && (!strictly || count(.warn) == 0) }

  // MARK: For people

  /// One line for a check that passes or is passed over, all there is to know for another one.
  func lines(of verdict: SCIMVerdict, _ palette: Palette) -> [String] {
    let name = Columns.padded(verdict.name, to: 14)
    let word = verdict.outcome.rawValue
    let head =
      "\(word == "pass" ? palette.green(word) : word == "fail" ? palette.red(word) : word)  \(name) \(verdict.check.title)"
    if verdict.outcome == .pass { return [head] }
    if verdict.outcome == .skip { return ["\(head): \(verdict.text)"] }
    return [head + " (\(verdict.check.level.rawValue))"]
      + Self.facts(verdict).map { "      \(Columns.padded($0.0, to: 9))\($0.1)" }
  }

  /// The labels and texts that explain a verdict, in their order.
  private static func facts(_ verdict: SCIMVerdict) -> [(String, String)] {
    var facts = [("found", verdict.text), ("wanted", verdict.check.passes)]
    for exchange in verdict.shown {
      facts.append(("sent", "\(exchange.method) \(exchange.target) \(exchange.body)"))
      facts.append(("answer", "\(exchange.status.map(String.init) ?? "none") \(Columns.cut(exchange.answer, to: 600))"))
    }
    facts.append(("entra", "\(verdict.check.effect.text) (\(verdict.check.effect.mark))"))
    facts.append(("rule", verdict.check.rule))
    for bug in verdict.check.bugs.compactMap({ PublicBug.all[$0] }) { facts.append(("bug", bug.text)) }
    for exchange in verdict.shown { facts.append(("again", exchange.curl)) }
    return facts.map { ($0.0, Printable.line($0.1)) }
  }

  /// The last lines.
  func end(_ palette: Palette) -> [String] {
    let counts = "\(count(.pass)) passed, \(count(.warn)) warned, \(count(.fail)) failed, \(count(.skip)) passed over"
    var lines = ["", count(.fail) == 0 ? palette.green(counts) : palette.red(counts)]
    if wasStopped { lines.append("stopped before the end") }
    if !leftBehind.isEmpty {
      lines.append("left behind, since the server did not delete them: \(leftBehind.joined(separator: " "))")
    }
    return lines
  }

  /// The table of checks: what is asked, and what must come back.
  static func lines(ofChecks checks: [SCIMCheck], _ palette: Palette) -> [String] {
    var lines: [String] = []
    for (letter, name) in SCIMCheck.groupNames {
      lines += (lines.isEmpty ? [] : [""]) + [palette.bold("\(letter): \(name)")]
      let rows = checks.filter { $0.group == letter }.sorted { number($0) < number($1) }
      lines += Columns.table(
        rows.map { ["  \($0.id)", $0.level.rawValue, $0.isInBoth ? "twice" : "once", "\($0.title). \($0.passes)"] })
    }
    return lines
  }

  static func number(_ check: SCIMCheck) -> Int { Int(check.id.dropFirst()) ?? 0 }

  // MARK: For programs

  static func json(ofChecks checks: [SCIMCheck]) -> JSONValue {
    .array(
      checks.map { check in
        [
          "id": .string(check.id), "level": .string(check.level.rawValue),
          "dialects": .integer(check.isInBoth ? 2 : 1), "title": .string(check.title), "passes": .string(check.passes),
          "rule": .string(check.rule),
          "entra": ["does": .string(check.effect.text), "known": .string(check.effect.mark)],
          "bugs": .strings(check.bugs.compactMap { PublicBug.all[$0]?.text }),
        ]
      })
  }

  private static func json(_ verdict: SCIMVerdict) -> JSONValue {
    let check = verdict.check
    var object: JSONObject = ["id": .string(check.id)]
    object.append("dialect", verdict.dialect?.rawValue)
    object.append("result", .string(verdict.outcome.rawValue))
    object.append("level", .string(check.level.rawValue))
    object.append("title", .string(check.title))
    object.append("passes", .string(check.passes))
    if !verdict.text.isEmpty { object.append("found", .string(verdict.text)) }
    object.append("rule", .string(check.rule))
    object.append("entra", ["does": .string(check.effect.text), "known": .string(check.effect.mark)])
    let bugs = check.bugs.compactMap { PublicBug.all[$0]?.text }
    if !bugs.isEmpty { object.append("bugs", .strings(bugs)) }
    object.append("exchanges", .array(verdict.exchanges.map(json)))
    return .object(object)
  }

  private static func json(_ exchange: SCIMExchange) -> JSONValue {
    var object: JSONObject = ["request": .string("\(exchange.method) \(exchange.target)")]
    if !exchange.body.isEmpty { object.append("body", .string(exchange.body)) }
    if let status = exchange.status { object.append("status", .integer(Int64(status))) }
    object.append("answer", .string(exchange.answer))
    object.append("again", .string(exchange.curl))
    return .object(object)
  }

  var json: JSONValue {
    var counts = JSONObject()
    for outcome in SCIMVerdict.Outcome.allCases { counts.append(outcome.rawValue, .integer(Int64(count(outcome)))) }
    return [
      "url": .string(url), "complete": .bool(!wasStopped), "counts": .object(counts),
      "checks": .array(verdicts.map(Self.json)), "leftBehind": .strings(leftBehind),
    ]
  }

  /// A test case for each check; the group is its class. A warning passes, and stands in the case's output.
  var junit: String {
    let escaped = JUnitReport.escaped
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuite name="mockidp.scim" tests="\#(verdicts.count)" failures="\#(count(.fail))" errors="0" skipped="\#(count(.skip))">"#,
    ]
    let names = Dictionary(uniqueKeysWithValues: SCIMCheck.groupNames.map { ($0.key, $0.value) })
    for verdict in verdicts {
      let name = "mockidp.scim.\(verdict.check.group) \(names[verdict.check.group] ?? "")"
      let head =
        #"  <testcase classname="\#(escaped(name))" name="\#(escaped("\(verdict.name): \(verdict.check.title)"))""#
      let text = Self.facts(verdict).map { escaped("\($0.0): \($0.1)") }.joined(separator: "\n")
      switch verdict.outcome {
      case .pass: lines.append(head + "/>")
      case .skip: lines.append(head + #"><skipped message="\#(escaped(verdict.text))"/></testcase>"#)
      case .warn: lines.append(head + "><system-out>\(text)</system-out></testcase>")
      case .fail: lines.append(head + #"><failure message="\#(escaped(verdict.text))">\#(text)</failure></testcase>"#)
      }
    }
    return (lines + ["</testsuite>"]).joined(separator: "\n") + "\n"
  }
}
