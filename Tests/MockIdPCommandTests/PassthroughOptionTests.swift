import Expectations
import MockIdP
import Testing

@testable import MockIdPCommand

/// The hosts that the proxy lets through, from the command line, a variable and files.
struct PassthroughOptionTests {
  private static func hosts(_ words: [String], _ environment: [String: String] = [:]) throws -> [String] {
    let option = PassthroughOption()
    try option.read(Arguments(words, for: ServeCommand.manual))
    return try option.hosts(on: Recorder().console(environment: environment)).map(\.description)
  }

  @Test func theThreeSourcesAddUp() throws {
    let directory = try TemporaryDirectory()
    let file = directory.path + "/hosts"
    try TextFile.replace(
      file, with: "# What the tests install.\nregistry.test  *.cdn.test\r\n\nlast.test:8080 # by hand\n")
    let words = ["--proxy-passthrough", "api.test", "--proxy-passthrough", "@\(file)"]
    try expectEqual(
      Self.hosts(words, ["MOCKIDP_PROXY_PASSTHROUGH": "a.test, b.test:1 *.c.test"]),
      ["api.test", "registry.test", "*.cdn.test", "last.test:8080", "a.test", "b.test:1", "*.c.test"])
    try expectEqual(Self.hosts([], ["MOCKIDP_PROXY_PASSTHROUGH": ""]), [])
  }

  @Test func aMistakeNamesItsPlace() throws {
    let directory = try TemporaryDirectory()
    let file = directory.path + "/hosts"
    try TextFile.replace(file, with: "good.test\nhttp://bad.test\n")
    func failure(_ words: [String], _ environment: [String: String] = [:]) -> String {
      do { return "\(try Self.hosts(words, environment))" } catch { return "\(error)" }
    }
    #expect(failure(["--proxy-passthrough=@\(file)"]).hasPrefix("\(file) line 2: \"http://bad.test\" is not a host"))
    #expect(failure(["--proxy-passthrough=@\(file).none"]).hasPrefix("cannot read \(file).none"))
    #expect(
      failure([], ["MOCKIDP_PROXY_PASSTHROUGH": "ok.test,a/b"]).hasPrefix(
        "MOCKIDP_PROXY_PASSTHROUGH: \"a/b\" is not a host"))
    #expect(failure(["--proxy-passthrough=a/b"]).contains("takes a host such as api.test"))
  }

  @Test(arguments: ["serve", "exec"])
  func bothCommandsTakeIt(_ command: String) throws {
    let words = [command, "--proxy-passthrough", "a.test", "--proxy-passthrough", "b.test", "true"]
    let parsed = try CommandLineProgram.command(command == "exec" ? words : Array(words.dropLast()))
    let option = (parsed as? ServeCommand)?.passthrough ?? (parsed as? ExecCommand)?.passthrough
    try expectEqual(option?.hosts(on: Recorder().console()).map(\.description), ["a.test", "b.test"])
  }
}
