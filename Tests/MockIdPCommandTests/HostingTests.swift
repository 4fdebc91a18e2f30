import Bytes
import Expectations
import Platform
import Testing

@testable import MockIdPCommand

/// Where a program seems to run: what `--as` sets and unsets, and what it refuses.
struct HostingTests {
  // MARK: Options

  @Test(arguments: HostingPlace.allCases) func isAPlaceOfBothCommands(_ place: HostingPlace) throws {
    let exec = try CommandLineProgram.command(["exec", "--as", place.rawValue, "true"]) as? ExecCommand
    expectEqual(exec?.place.choice, HostingOption(place: place, identity: nil))
    let env = try CommandLineProgram.command(["env", "--as=\(place.rawValue)"]) as? EnvCommand
    expectEqual(env?.place.choice, HostingOption(place: place, identity: nil))
  }

  @Test(arguments: [
    (["--as", "managed-identiy"], "there is no place managed-identiy; did you mean managed-identity?"),
    (["--as", "kubernetes"], "there is no place kubernetes"),
    (["--identity", "worker"], "--identity goes with --as PLACE"),
    (["--as", "cloud-shell", "--identity", "bob"], "leave --identity out"),
  ]) func mistakesAreTold(_ words: [String], _ text: String) {
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(["exec"] + words + ["true"], on: recorder.console()), .usage)
    expectNotNil(recorder.errors.firstPlace(of: text), "\(recorder.errors)")
  }

  // MARK: Variables

  @Test(
    arguments: [
      (.sh, "unset GONE"), (.fish, "set -e GONE"), (.powershell, "Remove-Item Env:GONE -ErrorAction SilentlyContinue"),
      (.launchctl, "launchctl unsetenv GONE"), (.dotenv, nil), (.github, nil), (.compose, nil),
    ] as [(EnvironmentFormat, String?)])
  func whatIsTakenAwayIsWrittenWhereItCanBe(_ format: EnvironmentFormat, _ line: String?) {
    var environment = RuntimeEnvironment(variables: [])
    environment.move(to: [])
    let lines = format.text(environment).split(separator: "\n").map(String.init)
    let wanted = HostingPlace.tellingNames.compactMap { name in
      line.map { line in line.split(separator: "GONE", omittingEmptySubsequences: false).joined(separator: name) }
    }
    expectEqual(lines.filter { $0 != "environment:" }, wanted)
  }

  @Test func aPlaceSetsItsOwnAndLosesTheOthers() {
    var environment = RuntimeEnvironment(
      variables: [.init("AZURE_CLIENT_SECRET", "x", "A test."), .init("MOCKIDP_URL", "u", "A test.")])
    environment.move(to: [.init("MSI_ENDPOINT", "m", "A test.")])
    let applied = environment.applied(to: ["MSI_SECRET": "s", "HOME": "h", "MSI_ENDPOINT": "old"])
    expectEqual(applied, ["MOCKIDP_URL": "u", "MSI_ENDPOINT": "m", "HOME": "h"])
  }

  // MARK: The program

  private func variables(_ words: String..., inherited: [String: String] = [:]) throws -> [String: String] {
    let home = try TemporaryDirectory()
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let process = try ProgramProcess(
      ["exec", "--quiet"] + words + ["--", "sh", "-c", "env; echo end-of-it"],
      environment: ["MOCKIDP_HOME": home.path, "PATH": path, "TMPDIR": home.path].merging(inherited) { $1 })
    let output = process.read(until: "end-of-it\n")
    expectEqual(process.wait(), 0)
    var variables: [String: String] = [:]
    for line in output.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      variables[String(line[..<equals])] = String(line[line.index(after: equals)...])
    }
    return variables
  }

  private static let inherited = ["AZURE_USERNAME": "u", "MSI_SECRET": "s", "IDENTITY_ENDPOINT": "e"]

  @Test(
    arguments: [
      ("managed-identity", ["AZURE_POD_IDENTITY_AUTHORITY_HOST", "MSAL_MANAGED_IDENTITY_ENDPOINT"]),
      ("app-service", ["IDENTITY_ENDPOINT", "IDENTITY_HEADER", "MSI_ENDPOINT", "MSI_SECRET"]),
      ("container-apps", ["IDENTITY_ENDPOINT", "IDENTITY_HEADER"]),
      ("machine-learning", ["DEFAULT_IDENTITY_CLIENT_ID", "MSI_ENDPOINT", "MSI_SECRET"]),
      (
        "service-fabric",
        ["IDENTITY_API_VERSION", "IDENTITY_ENDPOINT", "IDENTITY_HEADER", "IDENTITY_SERVER_THUMBPRINT"]
      ), ("cloud-shell", ["AZUREPS_HOST_ENVIRONMENT", "MSI_ENDPOINT"]),
      ("workload-identity", ["AZURE_CLIENT_ID", "AZURE_FEDERATED_TOKEN_FILE", "AZURE_TENANT_ID"]),
      ("service-principal", ["AZURE_CLIENT_ID", "AZURE_CLIENT_SECRET", "AZURE_TENANT_ID"]), ("azure-cli", []),
    ]) func execSetsWhatThePlaceSets(_ place: String, _ names: [String]) throws
  {
    let variables = try variables("--as", place, inherited: Self.inherited)
    expectEqual(HostingPlace.tellingNames.filter { variables[$0] != nil }.sorted(), names)
    expectNotNil(variables["MOCKIDP_URL"])
  }

  @Test func anIdentityIsNamed() throws {
    let machine = try variables("--as", "managed-identity", "--identity", "identity")
    expectEqual(machine["AZURE_CLIENT_ID"], "1de47170-0000-4000-8000-000000000006")
    let app = try variables("--as", "service-principal", "--identity", "web")
    expectEqual(app["AZURE_CLIENT_SECRET"], "web-secret")
    let fabric = try variables("--as", "service-fabric")
    expectEqual(fabric["IDENTITY_SERVER_THUMBPRINT"]?.count, 40)
  }

  @Test(arguments: [
    ("managed-identity", "daemon", "'daemon' is not a managed identity; take one of identity"),
    ("app-service", "nobody", "unknown app 'nobody'"), ("service-principal", "spa", "'spa' has no secret"),
    ("azure-cli", "nobody", "unknown user 'nobody'"),
  ]) func anIdentityThatDoesNotFitIsRefused(_ place: String, _ identity: String, _ text: String) throws {
    let home = try TemporaryDirectory()
    let process = try ProgramProcess(
      ["-c", #""$0" exec --as "$1" --identity "$2" true 2>&1"#, try ProgramProcess.path(), place, identity],
      environment: ["MOCKIDP_HOME": home.path, "PATH": "/usr/bin:/bin"], program: "/bin/sh")
    let output = process.read(until: "\n")
    expectEqual(process.wait(), 2)
    expectNotNil(output.firstPlace(of: text), "\(output)")
  }

  // MARK: Stand-ins

  private func standIn(_ tool: String, _ line: String, place: String) throws -> (code: Int32, output: String) {
    let home = try TemporaryDirectory()
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let process = try ProgramProcess(
      ["exec", "--quiet", "--as", place, "--identity", "bob", "--", "sh", "-c", "\(tool) \(line) 2>&1; echo code=$?"],
      environment: ["MOCKIDP_HOME": home.path, "PATH": path, "TMPDIR": home.path])
    let output = process.read(until: "code=")
    let rest = process.read(until: "\n")
    expectEqual(process.wait(), 0)
    return (rest.split(separator: "\n").first.flatMap { Int32($0) } ?? -1, output)
  }

  @Test(
    arguments: [
      ("az", "account show --query user -o tsv", "azure-cli", 0, "bob@contoso.onmicrosoft.com\tuser"),
      (
        "az", "account get-access-token --resource https://vault.azure.net -o json", "azure-cli", 0,
        "\"tokenType\": \"Bearer\""
      ),
      ("az", "account get-access-token --scope https://nowhere.test/.default", "azure-cli", 1, "ERROR: AADSTS500011: "),
      ("az", "vm list", "azure-cli", 1, "it has no 'vm list'"), ("az", "version", "azure-cli", 0, "\"azure-cli\":"),
      (
        "azd", "auth token --output json --no-prompt --scope https://graph.microsoft.com/.default",
        "azure-developer-cli",
        0, "\"expiresOn\": \""
      ), ("azd", "auth token --output json", "azure-developer-cli", 1, "a scope is missing"),
      (
        "azd", "auth token --scope https://nowhere.test/.default", "azure-developer-cli", 1,
        #""type":"consoleMessage""#
      ),
    ] as [(String, String, String, Int32, String)]) func aToolAnswers(
      _ tool: String, _ line: String, _ place: String, _ code: Int32, _ text: String
    ) throws
  {
    let answer = try standIn(tool, line, place: place)
    expectEqual(answer.code, code, "\(answer.output)")
    expectNotNil(answer.output.firstPlace(of: text), "\(answer.output)")
  }

  @Test(
    arguments: [
      (.az, "account get-access-token --resource https://vault.azure.net", ["https://vault.azure.net/.default"], nil),
      (.az, "account get-access-token --scope a b --tenant t", ["a", "b"], "t"),
      (.az, "account get-access-token -t=x --scope=a", ["a"], "x"),
      (.az, "account get-access-token", ["https://management.core.windows.net//.default"], nil),
      (.azd, "auth token --output json --scope a --scope b --tenant-id t", ["a", "b"], "t"),
    ] as [(ToolCall.Tool, String, [String], String?)])
  func aCallIsReadAsTheToolReadsIt(_ tool: ToolCall.Tool, _ line: String, _ scopes: [String], _ tenant: String?) {
    let call = ToolCall(tool, line.split(separator: " ").map(String.init))
    expectEqual(call.action, .token(scopes: scopes, tenant: tenant, claims: nil))
  }
}
