import Bytes
import Expectations
import JOSE
import JSON
import Platform
import Testing

@testable import MockIdPCommand

/// The tokens of pods and pipelines.
struct WorkloadTokenTests {
  private static let scenario = """
    scenario: cluster
    world:
      apps:
        daemon:
          federatedCredentials:
            - { name: pod, issuer: "https://cluster.test/1/", subject: "system:serviceaccount:shop:cart", keys: { keys: [] } }

    """

  /// What the program prints inside `exec`, and its exit code in the last line.
  private func output(_ line: String, scenario: String = scenario) throws -> [String] {
    let home = try TemporaryDirectory()
    try TextFile.replace(home.path + "/cluster.yaml", with: scenario)
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let process = try ProgramProcess(
      [
        "exec", "--quiet", "--scenario", home.path + "/cluster.yaml", "--", "sh", "-c",
        "cd '\(home.path)'; \(line) 2>&1; echo code=$?; echo end", try ProgramProcess.path(),
      ], environment: ["MOCKIDP_HOME": home.path, "PATH": path])
    let text = process.read(until: "end\n")
    expectEqual(process.wait(), 0)
    return text.split(separator: "\n").map(String.init).dropLast()
  }

  private func token(_ words: String) throws -> JWS {
    try JWS.parse(try #require(try output("\"$0\" workload-token \(words)").first))
  }

  @Test func fitsTheAppsCredential() throws {
    let token = try token("")
    expectEqual(token.payload["iss"], "https://cluster.test/1/")
    expectEqual(token.payload["sub"], "system:serviceaccount:shop:cart")
    expectEqual(token.payload["aud"], ["api://AzureADTokenExchange"])
    expectEqual(token.payload["kubernetes.io"]?["namespace"], "shop")
    expectEqual(token.payload["kubernetes.io"]?["serviceaccount"]?["name"], "cart")
    let (issued, end) = (token.payload["iat"]?.integer ?? 0, token.payload["exp"]?.integer ?? 0)
    #expect((3_600...3_900).contains(end - issued))
    for name in ["appid", "azp", "roles", "tid", "oid", "ver"] { expectNil(token.payload[name], "\(name)") }
  }

  @Test func saysWhatItIsTold() throws {
    let token = try token(
      "--issuer https://token.actions.githubusercontent.com --subject repo:o/r:ref:refs/heads/main --audience me "
        + "--claim repository=o/r --claim run_attempt=2 --lifetime 5m")
    expectEqual(token.payload["iss"], "https://token.actions.githubusercontent.com")
    expectEqual(token.payload["sub"], "repo:o/r:ref:refs/heads/main")
    expectEqual(token.payload["aud"], ["me"])
    expectEqual(token.payload["repository"], "o/r")
    expectEqual(token.payload["run_attempt"], .integer(2))
    expectNil(token.payload["kubernetes.io"])
  }

  @Test func isWrittenForItsUserAloneAndKeptFresh() throws {
    let lines = try output(
      """
      "$0" workload-token --file token --keep --lifetime 1s & kept=$!
      while kill -0 $kept && [ ! -s token ]; do sleep 0.05; done; cp token first; stat -c %a token
      while kill -0 $kept && cmp -s token first; do sleep 0.05; done; echo renewed; kill $kept; wait $kept
      """)
    expectEqual(lines, ["600", "renewed", "code=0"])
  }

  @Test(
    arguments: [
      ("workload-token --keep", scenario, "--keep goes with --file FILE"),
      ("workload-token --lifetime 0s", scenario, "--lifetime has to be longer than nothing"),
      ("workload-token --client nobody", scenario, "unknown app 'nobody'"),
      ("workload-token", "scenario: none\n", "'daemon' has no federated credential in the scenario"),
      ("workload-token --file /proc/none/token", scenario, "/proc/none/token"),
    ]) func mistakesAreTold(_ words: String, _ scenario: String, _ text: String) throws
  {
    let lines = try output("\"$0\" " + words, scenario: scenario)
    #expect(lines.last != "code=0")
    expectNotNil(lines.joined(separator: "\n").firstPlace(of: text), "\(lines)")
  }
}
