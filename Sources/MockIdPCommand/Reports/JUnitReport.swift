import Bytes
import JSON

/// Verdicts in the XML in which CI systems read test results, one test case for each expectation.
struct JUnitReport: Sendable {
  /// The answer of the control API.
  let answer: JSONValue
  /// What helps to see why something did not happen: a sentence each, for the output of the suite.
  var remarks: [String] = []

  var text: String {
    let results = answer["expectations"]?.array ?? []
    let failures = results.count { $0["met"]?.bool != true }
    let suite = Self.escaped(answer["scenario"]?.string ?? "")
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuite name="mockidp.\#(suite)" tests="\#(results.count)" failures="\#(failures)" errors="0">"#,
    ]
    for result in results {
      let verdict = result["verdict"]?.string ?? ""
      let name = Self.escaped(result["name"]?.string ?? String(verdict.prefix(upTo: Self.endOfSummary(verdict))))
      let head = #"  <testcase classname="mockidp.\#(suite)" name="\#(name)""#
      if result["met"]?.bool == true {
        lines.append(head + "/>")
      } else {
        let text = Self.escaped(result["text"]?.string ?? verdict)
        lines.append(head + #"><failure message="\#(Self.escaped(verdict))">\#(text)</failure></testcase>"#)
      }
    }
    if !remarks.isEmpty {
      // Each in a line; the text of an element has no other way to say so.
      lines.append("  <system-out>" + remarks.map(Self.escaped).joined(separator: "\n") + "</system-out>")
    }
    return (lines + ["</testsuite>"]).joined(separator: "\n") + "\n"
  }

  /// The text up to the first colon of a verdict tells what was expected.
  private static func endOfSummary(_ verdict: String) -> String.Index {
    verdict.firstPlace(of: ": expected")?.lowerBound ?? verdict.endIndex
  }

  /// The text for elements and attributes (XML 1.0 §2.2, §2.4). CI systems print it into their logs, so it is made
  /// printable; XML allows no control characters anyway.
  static func escaped(_ text: String) -> String {
    let line = String(
      String.UnicodeScalarView(text.unicodeScalars.map { "\n\r\t".unicodeScalars.contains($0) ? " " : $0 }))
    var result = ""
    for scalar in Printable.text(Printable.line(line), allowsColour: false).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
