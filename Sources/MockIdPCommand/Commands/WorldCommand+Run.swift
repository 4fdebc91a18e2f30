import Bytes
import JSON
import Scenarios
import Time

extension WorldCommand {
  func run(on console: Console) throws -> ExitCode {
    let server = try RemoteServer.find(server, on: console)
    switch action {
    case .create:
      let path = replaces ? "/worlds/\(Percent.encodeForm(name ?? ""))" : "/worlds"
      show(try server.control(replaces ? "PUT" : "POST", path, try recipe()), on: console)
    case .list: list(try server.control("GET", "/worlds"), on: console)
    case .show(let name): show(try server.control("GET", "/worlds/\(Percent.encodeForm(name))"), on: console)
    case .export(let name): try export(name, from: server, on: console)
    case .delete(let name):
      _ = try server.control("DELETE", "/worlds/\(Percent.encodeForm(name))")
      console.print("\(name): removed")
    }
    return .success
  }

  private func export(_ name: String, from server: RemoteServer, on console: Console) throws {
    let format = isTerraform ? "terraform" : isJSON ? "json" : "yaml"
    var path = "/worlds/\(Percent.encodeForm(name))/export?format=\(format)"
    if let tenant { path += "&tenant=\(Percent.encodeForm(tenant))" }
    let text = try server.controlText("GET", path)
    guard let output else {
      console.copy(text)
      return
    }
    try TextFile.overwrite(output, with: text)
    console.print("\(name): written to \(output)")
  }

  /// The text of a scenario file is sent as it is; the server names line and column of a mistake.
  private func recipe() throws -> JSONValue {
    var body = JSONObject()
    if let scenario {
      body.append("scenario", ScenarioLibrary.isPath(scenario) ? try TextFile.read(scenario) : scenario)
    }
    if !replaces { body.append("name", name) }
    if let seed { body.append("seed", "\(seed)") }
    body.append("idleTimeout", idleTimeout?.shortText)
    body.append("ids", ids)
    return .object(body)
  }

  private func list(_ answer: JSONValue, on console: Console) {
    guard !isJSON else {
      console.print(answer.prettyText)
      return
    }
    let rows = (answer["worlds"]?.array ?? []).map { world in
      ["name", "scenario", "authority"].map { world[$0]?.string ?? "" } + [ClockCommand.sentence(world["clock"] ?? nil)]
    }
    for line in Columns.table(rows, indent: 0) { console.print(line) }
  }

  private func show(_ world: JSONValue, on console: Console) {
    guard !isJSON else {
      console.print(world.prettyText)
      return
    }
    func text(_ name: String) -> String { world[name]?.string ?? "" }
    var rows = [["world", text("name")], ["scenario", text("scenario")], ["authority", text("authority")]]
    rows += [["graph", text("graph")], ["control", text("control")]]
    for user in world["users"]?.array ?? [] {
      rows.append(["user", "\(user["userPrincipalName"]?.string ?? "")  \(user["password"]?.string ?? "")"])
    }
    for app in world["apps"]?.array ?? [] {
      rows.append([
        "app", "\(app["clientId"]?.string ?? "")  \(app["alias"]?.string ?? "")  \(app["secret"]?.string ?? "")",
      ])
    }
    for line in Columns.table(rows, indent: 0) { console.print(line) }
  }
}
