import Expectations
import JSON
import Platform
import Testing

@testable import MockIdPCommand

/// Servers that end with whoever started them, and leave nothing behind.
struct ParentTests {
  private static let words = [
    "serve", "--https-port", "0", "--http-port", "0", "--ready-file", "-", "--quiet", "--exit-with-parent",
    "--temporary-home",
  ]

  /// The home directory that the line names.
  private static func home(_ line: String) throws -> String {
    let certificate = try #require(try JSONValue.parse(line)["ca"]?.string)
    return String(certificate.dropLast("/ca.pem".count))
  }

  @Test func theEndOfTheInputEndsTheServer() throws {
    let temporary = try TemporaryDirectory()
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let server = try ProgramProcess(
      Self.words, environment: ["TMPDIR": temporary.path, "MOCKIDP_HOME": "/nowhere"], input: ends[0])
    close(ends[0])
    let home = try Self.home(server.read(until: "\n"))
    #expect(home.hasPrefix(temporary.path + "/"))
    expectEqual(access(home, R_OK), 0)
    // What arrives is not a reason to end.
    expectEqual(write(ends[1], "text", 4), 4)
    #expect(!server.ends(within: .zero))
    close(ends[1])
    expectEqual(server.wait(), 0)
    #expect(access(home, F_OK) != 0)
  }

  @Test func theDeathOfTheParentEndsTheServer() throws {
    let temporary = try TemporaryDirectory()
    let shell = try ProgramProcess(
      ["-c", "\"$0\" \"$@\" </dev/null & wait", try ProgramProcess.path()] + Self.words,
      environment: ["TMPDIR": temporary.path], program: "/bin/sh")
    let home = try Self.home(shell.read(until: "\n"))
    shell.signal(SIGKILL)
    // The server holds the other end of this pipe.
    #expect(shell.ends(within: .seconds(60)))
    expectEqual(shell.wait(), -SIGKILL)
    #expect(access(home, F_OK) != 0)
  }

  @Test func theLineTellsAllThatAHelperNeeds() throws {
    let temporary = try TemporaryDirectory()
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    defer { close(ends[1]) }
    let server = try ProgramProcess(Self.words, environment: ["TMPDIR": temporary.path], input: ends[0])
    close(ends[0])
    let line = try JSONValue.parse(server.read(until: "\n"))
    expectEqual(line["caCertificate"]?.string, try TextFile.read(try #require(line["ca"]?.string)))
    expectEqual(line["hosts"]?.array?.contains("login.microsoftonline.com"), true)
    expectEqual(line["hosts"]?.array?.contains("*.login.microsoft.com"), true)
    expectEqual(line["version"]?.string?.isEmpty, false)
    let world = try #require(line["world"])
    expectEqual(world["name"]?.string, "default")
    let main = ["tenants", "users"].map { kind in
      world[kind]?.array?.filter { $0["main"]?.bool == true }.compactMap { $0["alias"]?.string }
    }
    expectEqual(main, [["contoso"], ["alice"]])
    expectEqual(world["apps"]?.array?.isEmpty, false)
    server.signal(SIGTERM)
    expectEqual(server.wait(), 0)
  }

  @Test func theLineNeedsQuiet() {
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(["serve", "--ready-file", "-"], on: recorder.console()), .usage)
    #expect(recorder.errors.contains("--quiet"))
  }
}
