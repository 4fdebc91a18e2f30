import Bytes
import Crypto
import Directory
import HTTPClient
import HTTPWire
import JSON
import MockIdP
import Platform
import Policy
import Time

/// Makes what a place has beside variables: a file with a token, or a program on `PATH`.
struct HostingSetup {
  typealias Variable = RuntimeEnvironment.Variable

  let option: HostingOption
  let facts: ServerFacts
  let server: RemoteServer
  let way: RuntimeEnvironment.Way
  /// Where files are kept that belong to the place; it is made when it is needed.
  let directory: String
  let console: Console

  /// The variables of the place.
  ///
  /// - Throws: `CommandError` when nothing fits that the place needs, or a file cannot be written.
  func variables() throws -> [Variable] {
    switch option.place {
    case .managedIdentity: try machine()
    case .appService: try endpoint("/MSI/token") + old("/MSI/token")
    case .containerApps: try endpoint("/MSI/token")
    case .machineLearning: try learning()
    case .serviceFabric: try fabric()
    case .azureArc: try arc()
    case .cloudShell:
      [
        Variable("MSI_ENDPOINT", base + "/oauth2/token", "Where Cloud Shell gives out tokens of its user."),
        Variable("AZUREPS_HOST_ENVIRONMENT", "cloud-shell/1.0", "MSAL for Python: this is Cloud Shell."),
      ]
    case .workloadIdentity: try workload()
    case .gitHubActions: try gitHub()
    case .gitLab: try gitLab()
    case .azurePipelines: try azurePipelines()
    case .servicePrincipal: try principal()
    case .azureCLI: try developer("az")
    case .azureDeveloperCLI: try developer("azd")
    }
  }

  // MARK: Managed identities

  /// The plain listener, where the places are in Azure too. A world beside the default one has an address of its own.
  var base: String { facts.world == nil && !facts.http.isEmpty ? facts.http : facts.authority }

  private func machine() throws -> [Variable] {
    // Through the proxy a program reaches the address of the real service.
    guard way != .proxy else { return try named() }
    return [
      Variable("AZURE_POD_IDENTITY_AUTHORITY_HOST", base, "In the place of http://169.254.169.254."),
      Variable(
        "MSAL_MANAGED_IDENTITY_ENDPOINT", base + "/metadata/identity/oauth2/token", "The same for older MSALs."),
    ] + (try named())
  }

  /// The identity that `DefaultAzureCredential` names when the app names none.
  private func named(_ variable: String = "AZURE_CLIENT_ID") throws -> [Variable] {
    guard let app = try identity() else { return [] }
    return [Variable(variable, app.clientID, "The managed identity: \(app.alias).")]
  }

  private func identity() throws -> ServerFacts.App? {
    guard let name = option.identity else { return nil }
    let app = try facts.app(named: name)
    guard app.isIdentity else {
      let known = facts.apps.filter(\.isIdentity).map(\.alias)
      throw CommandError(
        "'\(app.alias)' is not a managed identity; "
          + (known.isEmpty ? "the scenario has none" : "take one of \(known.joined(separator: ", "))"), .usage)
    }
    return app
  }

  private func endpoint(_ path: String) throws -> [Variable] {
    [
      Variable("IDENTITY_ENDPOINT", base + path, "Where the identity's tokens are."),
      Variable("IDENTITY_HEADER", facts.identityHeader, "The proof that the request comes from here."),
    ] + (try named())
  }

  private func old(_ path: String) -> [Variable] {
    [
      Variable("MSI_ENDPOINT", base + path, "The same for older libraries."),
      Variable("MSI_SECRET", facts.identityHeader, "The proof of older libraries."),
    ]
  }

  private func learning() throws -> [Variable] {
    try old("/MSI/auth") + named() + defaultIdentity()
  }

  /// The identity of a compute in Machine Learning, which the place names without anybody's asking: MSAL for .NET and for Node read it. It is
  /// the one that `--identity` says, else the first.
  private func defaultIdentity() throws -> [Variable] {
    guard let app = try identity() ?? facts.apps.first(where: \.isIdentity) else { return [] }
    return [Variable("DEFAULT_IDENTITY_CLIENT_ID", app.clientID, "The managed identity: \(app.alias).")]
  }

  private func fabric() throws -> [Variable] {
    if option.identity != nil { _ = try identity() }
    guard let certificate = try server.http.open(facts.authority + "/").serverCertificate else {
      throw CommandError("\(facts.authority) has no certificate, and Service Fabric's address needs one")
    }
    return [
      Variable(
        "IDENTITY_ENDPOINT", facts.authority + "/service-fabric/metadata/identity/oauth2/token",
        "Where the identity's tokens are."),
      Variable("IDENTITY_HEADER", facts.identityHeader, "The proof that the request comes from here."),
      Variable(
        "IDENTITY_SERVER_THUMBPRINT", Hex.encode(SHA1.hash(certificate), uppercase: true),
        "The certificate that the address has."),
      Variable("IDENTITY_API_VERSION", "2019-07-01-preview", "The version of the address."),
    ]
  }

  private func arc() throws -> [Variable] {
    [
      Variable(
        "IDENTITY_ENDPOINT", base + "/arc/metadata/identity/oauth2/token", "Where the agent of Azure Arc answers."),
      Variable("IMDS_ENDPOINT", base, "It makes the place one of Azure Arc's."),
    ] + (try named())
  }

  // MARK: Apps

  private func principal() throws -> [Variable] {
    let app = try facts.workload(named: option.identity)
    guard let secret = app.secret else {
      throw CommandError(
        "'\(app.alias)' has no secret that is known here; name another app with --identity NAME", .usage)
    }
    return [
      Variable("AZURE_TENANT_ID", facts.tenantID, "The app's tenant."),
      Variable("AZURE_CLIENT_ID", app.clientID, "The app: \(app.alias)."),
      Variable("AZURE_CLIENT_SECRET", secret, "Its secret."),
    ]
  }

  /// How long a pod's token lives unless the pod says otherwise (Azure: workload identity, service account annotations). Whoever runs
  /// longer than that has to renew it.
  static let podTokenLifetime = Duration.hours(1)

  static func tokenFile(in directory: String) -> String { directory + "/azure-identity-token" }

  /// Writes a new token of the pod into its file.
  func renewPodToken() throws {
    let app = try facts.workload(named: option.identity)
    let order = WorkloadToken(
      app: app, credential: app.federated ?? WorkloadToken.cluster(for: app), lifetime: Self.podTokenLifetime)
    try TextFile.replace(Self.tokenFile(in: directory), with: order.mint(at: server), mode: 0o600)
  }

  private func workload() throws -> [Variable] {
    let app = try facts.workload(named: option.identity)
    let path = Self.tokenFile(in: directory)
    let credential = app.federated ?? WorkloadToken.cluster(for: app)
    if app.federated == nil { try WorkloadToken.trust(credential, of: app, at: server) }
    let token = try WorkloadToken(app: app, credential: credential, lifetime: Self.podTokenLifetime).mint(at: server)
    try makeDirectory()
    try TextFile.replace(path, with: token, mode: 0o600)
    return [
      Variable("AZURE_TENANT_ID", facts.tenantID, "The app's tenant."),
      Variable("AZURE_CLIENT_ID", app.clientID, "The app: \(app.alias)."),
      Variable("AZURE_FEDERATED_TOKEN_FILE", path, "The token of the pod's service account."),
      Variable(
        "AZURE_AUTHORITY_HOST", way == .direct ? facts.authority : "https://login.microsoftonline.com/",
        "Where the token is exchanged."),
    ]
  }

  // MARK: Developers' tools

  /// Puts a program of that name before all others on `PATH`.
  private func developer(_ tool: String) throws -> [Variable] {
    let session = try ToolSession.begin(as: option.identity, facts, at: server)
    try makeDirectory()
    let path = "\(directory)/\(tool).json"
    try TextFile.replace(path, with: session.json.prettyText + "\n", mode: 0o600)
    let bin = directory + "/bin"
    try makeDirectory(bin)
    // A shell's words, since libraries start the tool by a shell or by its path.
    let words = [try program(), "tool", "--session", path, tool].map(Self.quoted).joined(separator: " ")
    try TextFile.replace("\(bin)/\(tool)", with: "#!/bin/sh\nexec \(words) \"$@\"\n", mode: 0o755)
    let known = console.variable("PATH").map { ":" + $0 } ?? ""
    return [Variable("PATH", bin + known, "A stand-in for \(tool) goes before the real one.")]
  }

  /// The whole path of this program.
  private func program() throws(CommandError) -> String {
    let name =
      console.program.utf8.contains(0x2F)
      ? console.program : ChildProcess.path(of: console.program, in: console.environment) ?? console.program
    guard let resolved = realpath(name, nil) else {
      throw CommandError("this program is not found as \(name); start it by its path")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private func makeDirectory(_ path: String? = nil) throws(CommandError) {
    var made = ""
    let path = path ?? directory
    for part in path.split(separator: "/") {
      made += "/\(part)"
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
        throw CommandError("\(made) cannot be made: \(String(cString: strerror(errno)))")
      }
    }
  }
}
