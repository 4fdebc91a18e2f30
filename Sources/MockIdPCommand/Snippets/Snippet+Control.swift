import Control
import Directory
import MockIdP
import Policy
import Worlds

extension Snippet {
  /// The snippets as the control API offers them. `home` is where the files are by which other programs trust the
  /// server; they are written when somebody asks for the first snippet.
  static func offered(home: HomeFiles, environment: [String: String]) -> [ClientSnippet] {
    all.map { snippet in
      ClientSnippet(name: snippet.name, summary: snippet.summary) { world, base in
        let pem = try TextFile.read(home.certificateAuthority)
        let trust = try TrustFiles.write(authorityPEM: pem, in: home.trust, environment: environment)
        let files = try AppFiles.write(in: home.apps)
        let server = ServerFacts(of: world, at: base, authorityPEM: pem)
        return snippet.text(SnippetFacts(server: server, trust: trust, files: files))
      }
    }
  }
}

extension ServerFacts {
  /// What a client library has to know of one world, which is reached at `base`.
  fileprivate init(of world: World, at base: String, authorityPEM: String) {
    let directory = world.directory
    let beginning = world.beginning
    let principals = PrincipalParties(of: directory)
    self.init(
      authority: base, graph: base, http: "", url: base, certificateAuthority: "",
      certificateAuthorityPEM: authorityPEM, scenario: world.scenario.name,
      tenantID: principals.tenant.map { "\($0.id)" } ?? "", tenantDomain: principals.tenant?.initialDomain ?? "",
      apps: directory.applicationsInOrder.filter { !$0.isFirstParty }.map {
        App(
          alias: $0.alias, clientID: "\($0.id)", secret: beginning.secrets[$0.alias], redirectURIs: $0.redirectURIs)
      },
      people: beginning.credentials.map {
        Person(alias: $0.alias, signInName: $0.userPrincipalName, password: $0.password ?? "")
      },
      principals: Self.names(principals.choices.map { ($0.part, $0.alias) }))
  }
}
