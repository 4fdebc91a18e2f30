import Expectations
import Testing

@testable import MockIdPCommand

struct ManualPageTests {
  private static let manuals = CommandLineProgram.commands.map { $0.manual }

  private var page: String {
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(["help", "--man"], on: recorder.console()), .success)
    return recorder.output
  }

  @Test func hasEveryCommandAndOption() {
    let page = page
    for manual in Self.manuals {
      #expect(page.contains("\n.SS \(manual.name.replacing("-", with: #"\-"#))\n"))
      for option in manual.options {
        #expect(
          page.contains("\n.B \(option.spelling.replacing("-", with: #"\-"#))\n"), "\(manual.name) \(option.name)")
      }
    }
  }

  /// A line that begins with a dot or an apostrophe is a request of roff; all that are meant stand here.
  @Test func textIsNoRequest() {
    let requests = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".I"]
    for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
    }
  }

  struct LineCase: CustomTestStringConvertible {
    let text: String
    let roff: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    LineCase(text: "--a 'b'", roff: #"\-\-a \(aqb\(aq"#), LineCase(text: ".a", roff: #"\&.a"#),
    LineCase(text: #"a\b"#, roff: #"a\eb"#), LineCase(text: #"say "no""#, roff: #"say \(dqno\(dq"#),
  ])
  func linesAreText(_ c: LineCase) {
    let page = ManualPage([Manual(name: "x", summary: "y", forms: [], details: [c.text], examples: [])])
    #expect(page.text.contains("\n.PP\n\(c.roff)\n"))
  }
}
