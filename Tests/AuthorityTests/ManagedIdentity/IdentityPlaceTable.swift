import Bytes
import HTTPWire
import JSON
import TestSupport
import Worlds

/// What each place says to the same five requests, as `docs/managed-identity-reference.md` prints it.
enum IdentityPlaceTable {
  /// A request to one place.
  struct Cell {
    let place: String
    let request: String
    var method = "GET"
    let target: String
    var fields: [(String, String)] = []
    var form: FormFields?
    var world = "machine: { identities: [identity] }"
    /// Where the answer is known from: a date and a source, else "chosen".
    let known: String
  }

  private static let nobody = "11111111-2222-4333-8444-555555555555"
  private static let own = "world: { apps: { vm: { managedIdentity: systemAssigned } } }\nmachine: { identities: [vm] }"
  private static let machine = [("Metadata", "true")]
  private static let header = [("X-IDENTITY-HEADER", "mockidp")]
  private static let secret = [("secret", "mockidp")]
  private static let imds = "/metadata/identity/oauth2/token?resource=https://vault.azure.net"
  private static let appService = "/MSI/token?resource=https://vault.azure.net"
  private static let arc = "/arc/metadata/identity/oauth2/token?resource=https://vault.azure.net"
  private static let fabric = "/service-fabric/metadata/identity/oauth2/token?resource=https://vault.azure.net"
  private static let learning = "/MSI/auth?resource=https://vault.azure.net"

  static let cells: [Cell] =
    virtualMachine + webApps + cloudShell + serviceFabric + machineLearning + arcServer

  private static let virtualMachine: [Cell] = [
    Cell(
      place: "virtual machine", request: "no header", target: imds + "&api-version=2018-02-01",
      known: "SDK recordings 2021"),
    Cell(
      place: "virtual machine", request: "wrong version", target: imds + "&api-version=2017-01-01", fields: machine,
      known: "2025-07-29 azure-compute-docs 289"),
    Cell(
      place: "virtual machine", request: "unknown identity",
      target: imds + "&api-version=2018-02-01&client_id=" + nobody, fields: machine,
      known: "SDK recordings 2021"),
    Cell(
      place: "virtual machine", request: "unknown resource",
      target: "/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https://nope.example", fields: machine,
      known: "2022-11-10 MSAL for .NET, fixture"),
    Cell(
      place: "virtual machine", request: "good", target: imds + "&api-version=2018-02-01", fields: machine,
      known: "2025-02-22 SDK recordings"),
  ]

  private static let webApps: [Cell] = [
    Cell(
      place: "App Service, Functions, Container Apps", request: "no header",
      target: appService + "&api-version=2019-08-01",
      known: "2025-04-21 MSAL for .NET 5245; 2022-01-24 azure-sdk-for-net 26578"),
    Cell(
      place: "App Service, Functions, Container Apps", request: "wrong version",
      target: appService + "&api-version=2020-01-01", fields: header, known: "2020-04-30 azure-docs 53726"),
    Cell(
      place: "App Service, Functions, Container Apps", request: "unknown identity",
      target: appService + "&api-version=2019-08-01&client_id=" + nobody, fields: header,
      known: "2024-11-12 azure-search-openai-demo 2148"),
    Cell(
      place: "App Service, Functions, Container Apps", request: "unknown resource",
      target: "/MSI/token?api-version=2019-08-01&resource=https://nope.example", fields: header,
      world: own, known: "2023-12-19 azure-sdk-for-net 40848"),
    Cell(
      place: "App Service, Functions, Container Apps", request: "good", target: appService + "&api-version=2019-08-01",
      fields: header, world: own, known: "2020-05-08 azure-sdk-for-python 11346"),
  ]

  private static let cloudShell: [Cell] = [
    shell("no header", fields: [], "https://vault.azure.net", known: "2021-01-25 go-autorest 612"),
    shell("wrong version", query: "?api-version=2000-01-01", "https://vault.azure.net", known: "chosen"),
    shell("unknown identity", more: [("client_id", nobody)], "https://vault.azure.net", known: "chosen"),
    shell("unknown resource", "https://nope.example/", known: "2024-09-06 CloudShell 484"),
    shell("good", "https://vault.azure.net", known: "2022-03-19 CloudShell 155"),
  ]

  private static func shell(
    _ request: String, fields: [(String, String)] = machine, query: String = "", more: [(String, String)] = [],
    _ resource: String, known: String
  ) -> Cell {
    Cell(
      place: "Cloud Shell", request: request, method: "POST", target: "/oauth2/token" + query, fields: fields,
      form: FormFields([("resource", resource)] + more), known: known)
  }

  private static let serviceFabric: [Cell] = [
    Cell(
      place: "Service Fabric", request: "no header", target: fabric + "&api-version=2019-07-01-preview",
      known: "2025-11-12 azure-sdk-for-cpp 6823"),
    Cell(
      place: "Service Fabric", request: "wrong version", target: fabric + "&api-version=2017-09-01", fields: secret,
      known: "2019-09-25 AppConfiguration 144"),
    Cell(
      place: "Service Fabric", request: "unknown identity",
      target: fabric + "&api-version=2019-07-01-preview&client_id=" + nobody, fields: secret,
      known: "2024-09-04 azure-sdk-for-net 45547; the text is chosen"),
    Cell(
      place: "Service Fabric", request: "unknown resource",
      target:
        "/service-fabric/metadata/identity/oauth2/token?api-version=2019-07-01-preview&resource=https://nope.example",
      fields: secret, world: own, known: "chosen"),
    Cell(
      place: "Service Fabric", request: "good", target: fabric + "&api-version=2019-07-01-preview", fields: secret,
      world: own, known: "documented"),
  ]

  private static let machineLearning: [Cell] = [
    Cell(
      place: "Machine Learning", request: "no header", target: learning + "&api-version=2017-09-01",
      known: "2024-10 azure-sdk-for-net 46932; the status is chosen"),
    Cell(
      place: "Machine Learning", request: "wrong version", target: learning + "&api-version=2019-08-01", fields: secret,
      known: "chosen"),
    Cell(
      place: "Machine Learning", request: "unknown identity",
      target: learning + "&api-version=2017-09-01&clientid=" + nobody, fields: secret,
      known: "2023-11-02 azure-sdk-for-python 32921; the status is chosen"),
    Cell(
      place: "Machine Learning", request: "unknown resource",
      target: "/MSI/auth?api-version=2017-09-01&resource=https://nope.example", fields: secret, world: own,
      known: "chosen"),
    Cell(
      place: "Machine Learning", request: "good", target: learning + "&api-version=2017-09-01", fields: secret,
      world: own, known: "2023-10-19 SDK recordings"),
  ]

  private static let arcServer: [Cell] = [
    Cell(place: "Azure Arc", request: "no header", target: arc + "&api-version=2020-06-01", known: "chosen"),
    Cell(
      place: "Azure Arc", request: "wrong version", target: arc + "&api-version=2017-01-01",
      fields: machine, known: "2024-08-19 Posh-ACME 562; status and members are chosen"),
    Cell(
      place: "Azure Arc", request: "unknown identity", target: arc + "&api-version=2020-06-01&client_id=" + nobody,
      fields: machine, known: "2026-09-16 MSAL for Python 962; status and text are chosen"),
    Cell(
      place: "Azure Arc", request: "unknown resource",
      target: "/arc/metadata/identity/oauth2/token?api-version=2020-06-01&resource=https://nope.example",
      fields: machine, known: "chosen"),
    Cell(
      place: "Azure Arc", request: "good", target: arc + "&api-version=2020-06-01", fields: machine,
      known: "documented"),
  ]

  /// The table as Markdown.
  static func markdown() throws -> String {
    var text = "| place | request | status | code | what it says | fields | known from |\n"
    text += "| --- | --- | --- | --- | --- | --- | --- |\n"
    for cell in cells {
      let answer = try answer(to: cell)
      let (code, said) = words(answer)
      text += "| \(cell.place) | \(cell.request) | \(answer.status) | \(code) | \(said) | \(fields(answer)) "
      text += "| \(cell.known) |\n"
    }
    return text
  }

  /// What the place says to one request.
  static func answer(to cell: Cell) throws -> TestAnswer {
    let files = MemoryChallengeFiles()
    let test = try TestWorld(file: cell.world, challengeFiles: files)
    let answer = try send(cell, test)
    // The agent's first answer is the challenge.
    guard answer.status == 401, let key = files.newest else { return answer }
    return try send(cell, test, key: key)
  }

  private static func send(_ cell: Cell, _ test: TestWorld, key: String? = nil) throws -> TestAnswer {
    let fields = cell.fields + (key.map { [("Authorization", "Basic \($0)")] } ?? [])
    if let form = cell.form { return try test.post(cell.target, form, fields: fields) }
    return try test.send(cell.method, cell.target, fields: fields)
  }

  /// The code and the sentence of an error; the members of a success.
  private static func words(_ answer: TestAnswer) -> (code: String, said: String) {
    guard let json = try? answer.json, let object = json.object else {
      return ("–", answer.text.isEmpty ? "nothing" : quoted(answer.text))
    }
    if answer.status == 200 { return ("–", object.names.map { "`\($0)`" }.joined(separator: " ")) }
    let inner = json["error"]?.object.map { JSONValue.object($0) } ?? json
    let message = inner["message"]?.string ?? inner["error_description"]?.string
    guard let message else { return ("–", quoted(json["error"]?.string ?? "")) }
    let code = inner["code"]?.string ?? inner["error"]?.string
    let sentence = message.split(separator: " Trace ID: ", maxSplits: 1).first.map(String.init) ?? message
    return (code.map { "`\($0)`" } ?? "–", quoted(sentence))
  }

  private static func quoted(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ").replacing("|", with: "\\|")
  }

  private static let shown = ["Content-Type", "Server", "x-ms-request-id", "X-CORRELATION-ID"]

  private static func fields(_ answer: TestAnswer) -> String {
    let found = shown.compactMap { name in
      answer.fields[name].map { ["Content-Type", "Server"].contains(name) ? "`\($0)`" : "`\(name)`" }
    }
    return found.isEmpty ? "–" : found.joined(separator: ", ")
  }
}
