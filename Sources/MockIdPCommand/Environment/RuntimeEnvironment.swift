import Bytes
import MockIdP
import Policy

/// The environment variables with which a program finds a server and trusts it.
struct RuntimeEnvironment: Sendable, Hashable {
  struct Variable: Sendable, Hashable {
    let name: String
    let value: String
    /// One sentence: which programs read the variable, and what for.
    let purpose: String

    init(_ name: String, _ value: String, _ purpose: String) {
      self.name = name
      self.value = value
      self.purpose = purpose
    }
  }

  /// How a program reaches the server.
  enum Way: Sendable, Hashable {
    /// By the server's own name: the program's configuration names the authority and Microsoft Graph.
    case direct
    /// By Microsoft's names through the forward proxy: the program's configuration stays as it is.
    case proxy
    /// By Microsoft's names, which a hosts file leads to the server: programs find it that know of no proxy.
    case hosts
  }

  private(set) var variables: [Variable]
  /// The names of variables that the program must not have, because the place where it seems to run does not set them.
  private(set) var removed: [String] = []

  init(variables: [Variable]) { self.variables = variables }

  /// `inherited` is the environment that the variables will be added to. Lists in it, such as `NO_PROXY`, are
  /// extended.
  init(_ facts: ServerFacts, trust: TrustFiles, way: Way = .direct, inherited: [String: String]) {
    var variables = Self.places(facts, trust) + Self.identities(facts)
    switch way {
    case .direct: variables += Self.azure(facts) + Self.proxyExceptions(inherited)
    case .proxy: variables += Self.proxies(facts.proxy)
    case .hosts: variables += Self.proxyExceptions(inherited, hosts: Cloud.global.hosts + [LoneNamespace.name])
    }
    variables += Self.trust(trust)
    variables.append(Self.java(trust, proxy: way == .proxy ? facts.http : nil))
    if let world = facts.world {
      variables.append(Variable("MOCKIDP_WORLD", world, "The world that the commands of mockidp speak of."))
    }
    self.variables = variables
  }

  mutating func add(_ more: [Variable]) { variables += more }

  /// Makes the program look as if it ran in a place that sets `place` and no other of the variables by which libraries tell
  /// where they are.
  mutating func move(to place: [Variable]) {
    let names = Set(place.map(\.name))
    let telling = Set(HostingPlace.tellingNames)
    variables.removeAll { telling.contains($0.name) || names.contains($0.name) }
    variables += place
    removed = HostingPlace.tellingNames.filter { !names.contains($0) }
  }

  /// `environment` with these variables, which replace those of the same names, and without those that are removed.
  func applied(to environment: [String: String]) -> [String: String] {
    environment.filter { !removed.contains($0.key) }.merging(variables.map { ($0.name, $0.value) }) { _, new in new }
  }

  private static func places(_ facts: ServerFacts, _ trust: TrustFiles) -> [Variable] {
    [
      Variable("MOCKIDP_URL", facts.url, "Where the commands of mockidp find the server."),
      Variable(
        "MOCKIDP_CONTROL", facts.control, "The control API of the world, in which a test makes worlds of its own too."),
      Variable(
        "MOCKIDP_AUTHORITY", "\(facts.authority)/\(facts.tenantID)",
        "The authority of a client: host and tenant, without v2.0."),
      Variable("MOCKIDP_GRAPH", "\(facts.graph)/v1.0", "The base URL for calls to Graph."),
      Variable("MOCKIDP_PROXY", facts.http, "The forward proxy that answers under Microsoft's own names."),
      Variable("MOCKIDP_CA", trust.authority, "The certificate authority alone."),
      Variable("MOCKIDP_SCENARIO", facts.scenario, "What the server plays."),
    ]
  }

  private static func identities(_ facts: ServerFacts) -> [Variable] {
    var variables = [
      Variable("MOCKIDP_TENANT_ID", facts.tenantID, "The tenant's id."),
      Variable("MOCKIDP_TENANT_DOMAIN", facts.tenantDomain, "The tenant's first domain."),
    ]
    if let app = facts.app(.client) {
      variables.append(Variable("MOCKIDP_CLIENT_ID", app.clientID, "The app that people sign in to: \(app.alias)."))
    }
    for app in facts.apps {
      let name = "MOCKIDP_\(word(app.alias))"
      variables.append(Variable(name + "_CLIENT_ID", app.clientID, "The client id of \(app.alias)."))
      if let secret = app.secret {
        variables.append(Variable(name + "_CLIENT_SECRET", secret, "The secret of \(app.alias)."))
      }
    }
    if let person = facts.person {
      variables.append(Variable("MOCKIDP_USERNAME", person.signInName, "The sign-in name of the first user."))
      variables.append(Variable("MOCKIDP_PASSWORD", person.password, "The password of the first user."))
    }
    return variables
  }

  /// The variables of `EnvironmentCredential` in the Azure SDKs.
  private static func azure(_ facts: ServerFacts) -> [Variable] {
    var variables = [
      Variable("AZURE_AUTHORITY_HOST", facts.authority, "The authority of the Azure SDKs."),
      Variable("AZURE_TENANT_ID", facts.tenantID, "The tenant of the Azure SDKs."),
      Variable(
        "AZURE_CORE_INSTANCE_DISCOVERY", "false",
        "The Azure CLI: else it asks login.microsoftonline.com whether to trust the authority."),
      Variable("ARM_DISABLE_INSTANCE_DISCOVERY", "true", "The same for Terraform's azapi and its kin."),
    ]
    if let daemon = facts.app(.daemon), let secret = daemon.secret {
      variables.append(Variable("AZURE_CLIENT_ID", daemon.clientID, "The Azure SDKs' app: \(daemon.alias)."))
      variables.append(Variable("AZURE_CLIENT_SECRET", secret, "Its secret."))
    }
    return variables
  }

  /// Each runtime reads a variable of its own. Where a variable replaces the system's roots, its file has the
  /// system's roots too.
  private static func trust(_ files: TrustFiles) -> [Variable] {
    [
      Variable("SSL_CERT_FILE", files.bundle, "OpenSSL, Go, Ruby, PHP, Rust, .NET on Linux, Python's ssl and httpx."),
      Variable("REQUESTS_CA_BUNDLE", files.bundle, "Python's requests: MSAL, the Azure SDK, the Azure CLI."),
      Variable("CURL_CA_BUNDLE", files.bundle, "curl."),
      Variable("GIT_SSL_CAINFO", files.bundle, "git."),
      Variable("URLSessionCertificateAuthorityInfoFile", files.bundle, "Foundation's URLSession on Linux."),
      Variable("NODE_EXTRA_CA_CERTS", files.authority, "Node and Bun, beside their own roots."),
      Variable("DENO_CERT", files.authority, "Deno, beside its own roots."),
    ]
  }

  /// On a machine with a proxy, programs must not use the proxy for a server on this machine, nor for `hosts`.
  private static func proxyExceptions(_ inherited: [String: String], hosts: [String] = []) -> [Variable] {
    guard inherited.contains(where: { ASCII.lowercased($0.key).hasSuffix("_proxy") && !$0.value.isEmpty }) else {
      return []
    }
    return ["no_proxy", "NO_PROXY"].map { name in
      let known = inherited[name].map { $0.isEmpty ? "" : $0 + "," } ?? ""
      return Variable(
        name, known + (["localhost", "127.0.0.1"] + hosts).joined(separator: ","),
        "Reaches the server without the machine's proxy.")
    }
  }

  /// The alias in the characters that the name of a variable may have.
  private static func word(_ alias: String) -> String {
    String(
      decoding: alias.utf8.map { byte in
        switch byte {
        case 0x61...0x7A: byte - 0x20
        case 0x41...0x5A, 0x30...0x39: byte
        default: UInt8(ascii: "_")
        }
      }, as: UTF8.self)
  }
}
