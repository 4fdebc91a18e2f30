import Expectations
import Platform
import Testing

@testable import MockIdPCommand

/// What stands between `env --proxy` and an app that asks the real service without a word.
struct ProxyEnvironmentTests {
  @Test(arguments: [
    ("v20.20.2", "does not read"), ("v22.20.0", "does not read"), ("v23.11.1", "does not read"),
    ("v24.0.0", "only what uses fetch"), ("v24.4.1\n", "only what uses fetch"), ("v22.21.0", nil), ("v22.22.1", nil),
    ("v24.5.0", nil), ("v25.0.0-nightly", nil),
  ])
  func versionsOfNode(_ text: String, _ remark: String?) throws {
    let version = try #require(NodeVersion(text))
    guard let remark else {
      expectNil(version.remark)
      return
    }
    expectEqual(version.remark?.hasPrefix("Node \(version) in PATH"), true)
    expectEqual(version.remark?.contains(remark), true)
  }

  @Test(arguments: ["", "node: not found", "20.1.0", "v20", "v20.x.1"])
  func whatIsNoVersion(_ text: String) { expectNil(NodeVersion(text)) }

  /// A program `node` that prints `text`, in a directory of its own.
  private static func node(printing text: String) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try TextFile.replace(directory.path + "/node", with: "#!/bin/sh\necho '\(text)'\n", mode: 0o755)
    return directory
  }

  @Test func theNodeInPATHIsAsked() throws {
    let old = try Self.node(printing: "v20.20.2")
    let new = try Self.node(printing: "v24.5.0")
    expectEqual(NodeVersion.found(in: ["PATH": "/nowhere:\(old.path):\(new.path)"])?.major, 20)
    expectEqual(NodeVersion.found(in: ["PATH": "\(new.path):\(old.path)"])?.minor, 5)
    expectNil(NodeVersion.found(in: ["PATH": "/nowhere"]))
    expectNil(NodeVersion.found(in: [:]))
  }

  /// Of the formats that a shell evaluates.
  @Test(arguments: ["sh", "fish", "powershell", "launchctl"])
  func withoutAServerTheShellLineFails(_ format: String) {
    let recorder = Recorder()
    let console = recorder.console(environment: ["MOCKIDP_URL": "https://localhost:1", "MOCKIDP_HOME": "/nowhere"])
    expectEqual(CommandLineProgram.run(["env", "--proxy", "--format", format], on: console), .failure)
    expectEqual(recorder.output, format == "powershell" ? "throw 'mockidp env failed'\n" : "false\n")
    #expect(recorder.errors.contains("localhost"))
  }

  @Test(arguments: [["env", "--prxy"], ["env", "--direct", "--proxy"], ["env", "--format", "csh"]])
  func aMistakeInTheOptionsFailsToo(_ words: [String]) {
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(words, on: recorder.console()), .usage)
    expectEqual(recorder.output, "false\n")
  }

  @Test(arguments: ["dotenv", "github", "compose"])
  func aFileGetsNoSuchLine(_ format: String) {
    let recorder = Recorder()
    let console = recorder.console(environment: ["MOCKIDP_URL": "https://localhost:1", "MOCKIDP_HOME": "/nowhere"])
    expectEqual(CommandLineProgram.run(["env", "--format", format], on: console), .failure)
    #expect(recorder.output.isEmpty)
  }

  @Test func aHostsFileNeedsNoProxy() {
    let inherited = ["https_proxy": "http://corporate:3128"]
    let values = RuntimeEnvironment(SnippetTests.server, trust: SnippetTests.trust, way: .hosts, inherited: inherited)
      .applied(to: inherited)
    expectEqual(values["https_proxy"], "http://corporate:3128")
    expectEqual(values["NO_PROXY"]?.hasPrefix("localhost,127.0.0.1,login.microsoftonline.com,"), true)
    expectNil(values["AZURE_AUTHORITY_HOST"])
    expectNil(values["NODE_USE_ENV_PROXY"])
    expectEqual(values["SSL_CERT_FILE"], "/home/me/mock idp/trust/bundle.pem")
  }

  @Test func firefoxIsToldTheProxy() {
    let text = BrowserTrust.preferences("http://localhost:9080")
    #expect(text.contains("user_pref(\"network.proxy.ssl\", \"localhost\");\n"))
    #expect(text.contains("user_pref(\"network.proxy.ssl_port\", 9080);\n"))
    #expect(BrowserTrust.preferences(nil).isEmpty)
  }

  @Test func withoutCertutilBrowsersAreNotPromisedTrust() throws {
    let error = #expect(throws: CommandError.self) {
      try BrowserTrust(in: "/nowhere").write(
        authority: "/nowhere/ca.pem", proxy: nil, environment: ["PATH": "/nowhere"])
    }
    expectEqual(error?.description.contains("libnss3-tools"), true)
  }

  @Test func execTakesOneWay() throws {
    func way(_ words: String...) throws -> RuntimeEnvironment.Way? {
      (try CommandLineProgram.command(["exec"] + words + ["true"]) as? ExecCommand)?.way
    }
    try expectEqual(way(), .direct)
    try expectEqual(way("--proxy"), .proxy)
    try expectEqual(way("--hosts"), .hosts)
    #expect(throws: UsageError.self) { try way("--proxy", "--hosts") }
    #expect(throws: UsageError.self) { try way("--hosts", "--https-port", "1") }
  }
}
