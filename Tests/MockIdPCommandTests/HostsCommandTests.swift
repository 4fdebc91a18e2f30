import Expectations
import Platform
import Policy
import Testing

@testable import MockIdPCommand

/// The lines of a hosts file, printed, written and taken away.
struct HostsCommandTests {
  static let global =
    "login.microsoftonline.com login.windows.net login.microsoft.com sts.windows.net login.live.com mtlsauth.microsoft.com"
    + " graph.microsoft.com"
  static let block = """
    # >>> mockidp >>>
    127.0.0.1 \(global)
    ::1 \(global)
    # <<< mockidp <<<

    """

  private func run(_ line: String) -> (code: ExitCode, output: String, errors: String) {
    let recorder = Recorder()
    let code = CommandLineProgram.run(
      ["hosts"] + line.split(separator: " ").map(String.init), on: recorder.console())
    return (code, recorder.output, recorder.errors)
  }

  @Test func printsTheLines() { expectEqual(run("").output, Self.block) }

  @Test func takesFurtherNamesAndAddresses() {
    expectEqual(
      run("--address 10.0.2.2 Contoso.B2CLogin.com graph.microsoft.com").output,
      """
      # >>> mockidp >>>
      10.0.2.2 \(Self.global) contoso.b2clogin.com
      # <<< mockidp <<<

      """)
    #expect(
      run("--cloud china").output.contains(
        "\n::1 login.partner.microsoftonline.cn login.chinacloudapi.cn sts.chinacloudapi.cn "
          + "microsoftgraph.chinacloudapi.cn \(Self.global)\n"))
  }

  /// A host that is recommended and then not answered sends the reader's app into a 404.
  @Test func theHelpAndThePageRecommendHostsThatAreAnswered() throws {
    let page = try TextFile.read("\(#filePath)".split(separator: "/Tests/")[0] + "/docs/drop-in.md")
    let help = run("--help").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for (text, introduction) in [
      (help, "adds further hosts, such as "), (page, "name further hosts:\n`mockidp hosts --apply "),
    ] {
      let rest = try #require(text.split(separator: introduction, omittingEmptySubsequences: false).dropFirst().first)
      let host = rest.prefix { $0.isLetter || $0 == "." }
      expectEqual(MicrosoftHosts().role(of: String(host)), .login, "\(host)")
    }
  }

  struct Case: CustomTestStringConvertible {
    let before: String
    let after: String
    let testDescription: String
  }

  @Test(arguments: [
    Case(before: "", after: block, testDescription: "an empty file"),
    Case(
      before: "127.0.0.1 localhost\n", after: "127.0.0.1 localhost\n" + block, testDescription: "behind what is there"),
    Case(before: "127.0.0.1 localhost", after: "127.0.0.1 localhost\n" + block, testDescription: "no line end"),
    Case(
      before: "a\n# >>> mockidp >>>\n1.2.3.4 old\n# <<< mockidp <<<\nb\n", after: "a\n" + block + "b\n",
      testDescription: "in the place of an older block"),
    Case(
      before: "a\r\n# >>> mockidp >>>\r\n# <<< mockidp <<<\r\nb\r\n", after: "a\r\n" + block + "b\r\n",
      testDescription: "a file with carriage returns"),
  ])
  func appliesOnceAndForAll(_ c: Case) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/hosts"
    try TextFile.replace(path, with: c.before)
    expectEqual(run("--apply --file \(path)").output, "\(path) leads 7 names here\n")
    try expectEqual(TextFile.read(path), c.after)
    let again = run("--apply --file \(path)")
    expectEqual(again.code, .success)
    expectEqual(again.output, "\(path) leads 7 names here already\n")
    try expectEqual(TextFile.read(path), c.after)
  }

  @Test func removesWhatItWrote() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/hosts"
    for text in ["", "127.0.0.1 localhost\n", "a\nb\n# end\n"] {
      try TextFile.replace(path, with: text)
      _ = run("--apply --file \(path) contoso.b2clogin.com")
      expectEqual(run("--remove --file \(path)").output, "\(path) leads no name here\n")
      try expectEqual(TextFile.read(path), text)
      expectEqual(run("--remove --file \(path)").output, "\(path) leads no name here already\n")
      try expectEqual(TextFile.read(path), text)
    }
  }

  /// A hosts file in a container is a mount, and on a Mac it is reached through a link: neither may be put in its place anew.
  @Test func writesInPlace() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/hosts"
    try TextFile.replace(path, with: "a\n")
    chmod(path, 0o600)
    symlink(path, directory.path + "/link")
    expectEqual(run("--apply --file \(directory.path)/link").code, .success)
    try expectEqual(TextFile.read(path), "a\n" + Self.block)
    var status = stat()
    #expect(lstat(directory.path + "/link", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test(arguments: [
    ("a\n# >>> mockidp >>>\n127.0.0.1 x\n", 2, "'# >>> mockidp >>>' has no end"),
    ("# <<< mockidp <<<\n", 1, "'# <<< mockidp <<<' has no beginning"),
    (
      "# >>> mockidp >>>\n# >>> mockidp >>>\n# <<< mockidp <<<\n", 1,
      "'# >>> mockidp >>>' is followed by another in line 2"
    ),
    (
      "# >>> mockidp >>>\n# <<< mockidp <<<\na\n# >>> mockidp >>>\n# <<< mockidp <<<\n", 4, "a second block begins"
    ),
  ])
  func refusesADamagedBlock(_ text: String, _ line: Int, _ what: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/hosts"
    try TextFile.replace(path, with: text)
    for action in ["--apply", "--remove"] {
      let refused = run("\(action) --file \(path)")
      expectEqual(refused.code, .failure)
      expectEqual(
        refused.errors,
        "mockidp: \(path) line \(line): \(what); nothing was changed, take the remains of the block away by hand\n")
      try expectEqual(TextFile.read(path), text)
    }
  }

  @Test func namesTheLineThatWins() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/hosts"
    try TextFile.replace(path, with: "# graph.microsoft.com\n10.0.0.1\tlogin.windows.net # mine\n")
    let applied = run("--apply --file \(path)")
    expectEqual(applied.code, .success)
    expectEqual(
      applied.errors, "mockidp: \(path) line 2 names login.windows.net too, and the first line that does wins\n")
  }

  @Test func aFileThatCannotBeWrittenIsNamed() {
    let refused = run("--apply --file /proc/version")
    expectEqual(refused.code, .failure)
    #expect(refused.errors.hasPrefix("mockidp: "))
    #expect(refused.errors.contains("/proc/version"))
  }
}
