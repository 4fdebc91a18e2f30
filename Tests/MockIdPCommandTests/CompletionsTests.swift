import Expectations
import Platform
import Testing

@testable import MockIdPCommand

/// The scripts for shells; bash's in a bash.
struct CompletionsTests {
  private func script(_ shell: String) -> String {
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(["completions", shell], on: recorder.console()), .success)
    return recorder.output
  }

  struct Case: CustomTestStringConvertible {
    let line: String
    let words: [String]
    var testDescription: String { line }

    /// The last word is the one being completed.
    init(_ line: String, _ words: String...) {
      self.line = line
      self.words = words
    }
  }

  @Test(arguments: [
    Case("mockidp ser", "serve"),
    Case("mockidp exe", "exec"),
    Case("mockidp --v", "--version"),
    Case("mockidp serve --scenario happy-p", "happy-path"),
    Case("mockidp serve --scenario = happy-p", "happy-path"),
    Case("mockidp serve --max-b", "--max-body-bytes"),
    Case("mockidp clock ad", "advance"),
    Case("mockidp age ref", "refreshTokens"),
    Case("mockidp scenario l", "list"),
    Case("mockidp token --user al", "alice"),
    Case("mockidp token --client daem", "daemon"),
    Case("mockidp journal --endpoint instanceD", "instanceDiscovery"),
    Case("mockidp journal --event token.i", "token.issued"),
    Case("mockidp explain no-p", "no-pkce"),
    Case("mockidp explain AADSTS50173", "AADSTS50173"),
    Case("mockidp help scen", "scenario"),
    Case("mockidp completions z", "zsh"),
    Case("mockidp serve --https-port 8"),
    Case("mockidp verify --file /etc/os-rel", "/etc/os-release"),
    Case("mockidp serve --data /usr/loca", "/usr/local"),
    Case("mockidp exec --sce", "--scenario"),
    Case("mockidp exec -- /etc/os-rel", "/etc/os-release"),
    Case("mockidp exec unshar", "unshare"),
    Case("mockidp nosuch --x"),
  ])
  func bashCompletes(_ c: Case) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/completions"
    try TextFile.replace(path, with: script("bash"))
    let words = c.line.split(separator: " ").map { "'\($0)'" }
    let test = """
      source \(path)
      COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
      _mockidp
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    try expectEqual(Shell.run("bash", test).split(separator: "\n").map(String.init), c.words)
  }

  @Test(arguments: [["bash"], ["zsh"], ["fish", "--no-execute"]])
  func theScriptIsOne(_ shell: [String]) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/completions"
    try TextFile.replace(path, with: script(shell.first ?? ""))
    // Not every machine has them all.
    guard try Shell.run("sh", "command -v \(shell.first ?? "") || true").isEmpty == false else { return }
    let check = shell.count > 1 ? shell.joined(separator: " ") : "\(shell.first ?? "") -n"
    try expectEqual(Shell.run("sh", "\(check) \(path) 2>&1 && echo fine"), "fine\n")
  }

  @Test(arguments: ["zsh", "fish"]) func everyOptionIsInTheScript(_ shell: String) {
    let text = script(shell)
    for manual in CommandLineProgram.commands.map({ $0.manual }) {
      #expect(text.contains(manual.name))
      for option in manual.options {
        #expect(text.contains(shell == "fish" ? "-l \(option.name.dropFirst(2)) " : "\(option.name)["))
      }
    }
  }
}
