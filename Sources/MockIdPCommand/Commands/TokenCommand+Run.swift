import Bytes
import JSON
import MockIdP
import Scenarios
import Worlds

extension TokenCommand {
  func run(on console: Console) throws -> ExitCode {
    switch action {
    case .signIn: try signIn(on: console)
    case .mint: try mint(at: RemoteServer.find(server, on: console), on: console)
    case .list: try list(at: RemoteServer.find(server, on: console), on: console)
    case .revoke: try revoke(at: RemoteServer.find(server, on: console), on: console)
    case .inspect(let token): try inspect(token, at: RemoteServer.find(server, on: console), on: console)
    }
  }

  private func signIn(on console: Console) throws -> ExitCode {
    let given = try scenario.map { try ScenarioSource.scenario($0) }
    let answer = try withServer(console, running: given) { server in
      let world = try server.control("GET", "/world")
      var party = try SignInFlow.Party(
        user: user.map { SignInFlow.Party.alias(of: $0, among: "users", in: world) ?? $0 },
        client: client.map { SignInFlow.Party.alias(of: $0, among: "apps", in: world) ?? $0 },
        scope: scope ?? Self.defaultScope, scenario: given ?? server.exportedScenario())
      party.move(to: world)
      let name = issuer ?? (try? server.control("GET", "/health"))?["issuer"]?.string
      let flow = SignInFlow(party, at: server, origin: name.map(Self.origin))
      return try console.waiting("Signing in at \(server.url)") { try flow.run() }
    }
    guard let token = answer["access_token"]?.string else {
      throw CommandError("the token endpoint's answer has no access token")
    }
    switch (decodes, isJSON) {
    case (false, false): console.print(token)
    case (false, true): console.print(answer.prettyText)
    case (true, false): console.write(try DecodedToken(token).text(console.palette))
    case (true, true): console.print(try DecodedToken(token).json.prettyText)
    }
    return .success
  }

  /// The beginning of the URLs of the server by that name.
  private static func origin(_ issuer: String) -> String {
    issuer.firstPlace(of: "://") == nil ? "https://" + issuer : RemoteServer.origin(of: issuer)
  }

  /// Gives `body` the server that runs, or one of its own that stops when `body` ends.
  private func withServer(
    _ console: Console, running scenario: Scenario?, _ body: (RemoteServer) throws -> JSONValue
  ) throws -> JSONValue {
    let running: RemoteServer
    do {
      running = try RemoteServer.find(server, on: console)
    } catch is NoServer {
      return try Self.withOwnServer(console, running: scenario) { server in
        console.note("No server runs here; this token is from one that lived for this call alone.")
        return try body(server)
      }
    }
    return try body(running)
  }

  static func withOwnServer(
    _ console: Console, running scenario: Scenario? = nil, _ body: (RemoteServer) throws -> JSONValue
  ) throws -> JSONValue {
    var options = ServerOptions(
      scenario: try scenario ?? ScenarioSource.scenario(ScenarioSource.defaultName),
      home: HomeFiles(environment: console.environment).directory)
    options.httpsPort = 0
    options.httpPort = 0
    let server = try MockIdPServer.start(options)
    defer { server.stop(grace: .zero) }
    return try body(
      RemoteServer(
        url: RemoteServer.origin(of: server.endpoints.https), certificateAuthorityPEM: server.certificateAuthorityPEM))
  }
}
