import HTTPClient
import HTTPServer
import JSON
import MockIdP
import Platform
import Scenarios
import Worlds

/// Speaks the Model Context Protocol with a coding assistant.
struct AssistantCommand: Command {
  @Given(
    .value(
      "--scenario", "NAME|FILE", "What the server plays that is started when none runs (default: happy-path)."))
  var scenario: String?
  var server = ServerLocation()

  static let manual = Manual(
    name: "mcp", summary: "let a coding assistant use a server (Model Context Protocol)",
    forms: ["mcp [--scenario NAME|FILE]"],
    details: [
      """
      Speaks the Model Context Protocol over standard input and output, revisions 2026-07-28 and 2025-11-25. The assistant's \
      program starts it; a person does not type it. The tools are calls of the control API: journal, worlds, rules, users, \
      clock, verify, scenarios, snippets. The resources are the documentation and the catalogue of refusals.
      """,
      """
      It uses the server that runs. Without one it starts a server of its own, on the usual ports where they are free, and \
      ends it together with itself, when its standard input ends.
      """,
    ],
    options: Self().options,
    examples: [
      .init("mockidp mcp", "In the assistant's configuration: command mockidp, arguments [\"mcp\"]."),
      .init("mockidp mcp --scenario ./mine.yaml", "A server of its own has your users and apps."),
    ])

  func run(on console: Console) throws -> ExitCode {
    let found = try findServer(console)
    defer { found.end() }
    let description = try found.remote.send("GET", "/_mockidp/openapi.json", world: nil, type: "", body: [])
    guard description.status == 200, let document = try? JSONValue.parse(description.body) else {
      throw CommandError(
        "\(found.remote.url) does not describe its control API. Is that a mockidp, and does it want a token?")
    }
    let assistant = AssistantServer(found.remote, description: document)
    // One message a line, each way (Model Context Protocol, "Transports": stdio). Standard output has nothing else.
    while let line = readLine() {
      guard !line.isEmpty, let answer = assistant.answer(to: line) else { continue }
      console.copy(answer.text + "\n")
    }
    return .success
  }

  /// A server, and what ends it when this command has started it.
  private struct Found {
    let remote: RemoteServer
    let end: () -> Void
  }

  private func findServer(_ console: Console) throws -> Found {
    do {
      let remote = try RemoteServer.find(server, on: console)
      console.note("mockidp: mcp: the server at \(remote.url)")
      return Found(remote: remote, end: {})
    } catch let error as NoServer {
      guard server.world == nil else { throw error }
      return try startServer(console)
    }
  }

  private func startServer(_ console: Console) throws -> Found {
    let home = HomeFiles(environment: console.environment)
    var options = ServerOptions(
      scenario: try ScenarioSource.scenario(scenario ?? ScenarioSource.defaultName), home: home.directory)
    options.environment = console.environment
    options.snippets = Snippet.offered(home: home, environment: console.environment)
    let own: MockIdPServer
    do {
      own = try MockIdPServer.start(options)
    } catch is HTTPServerError {
      // Another program has a usual port.
      options.httpsPort = 0
      options.httpPort = 0
      own = try MockIdPServer.start(options)
    }
    // So that 'mockidp journal' and the others find it, too.
    let running = RunningServers(home: home)
    let ready = ReadyFile(
      authority: own.endpoints.authority, graph: own.endpoints.graph, http: own.endpoints.http,
      control: own.endpoints.control, certificateAuthority: own.certificateAuthorityPath, processID: getpid(),
      scenario: own.world.scenario.name)
    running.add(ready)
    let remote = RemoteServer(
      url: RemoteServer.origin(of: own.endpoints.https), certificateAuthorityPEM: own.certificateAuthorityPEM)
    console.note("mockidp: mcp: no server ran, so this one was started for the assistant: \(remote.url)")
    return Found(remote: remote) {
      running.remove(ready.processID)
      own.stop(grace: .zero)
    }
  }
}
