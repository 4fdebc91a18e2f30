import JSON

/// Asks a running server whether what its scenario expects has happened.
struct VerifyCommand: Command {
  static let json = Option.flag("--json", "Print the answer as JSON.")

  static let manual = Manual(
    name: "verify", summary: "ask whether what the scenario expects has happened", forms: ["verify [--json]"],
    details: ["Prints a line for each expectation and exits with 1 when one is not met."],
    options: [json] + ServerLocation.worldOptions,
    examples: [.init("mockidp verify", "The last step of a CI job.")])

  let isJSON: Bool
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    isJSON = arguments.has(Self.json)
    server = try ServerLocation(arguments)
  }

  func run(on console: Console) throws -> ExitCode {
    let answer = try RemoteServer.find(server, on: console).control("POST", "/verify")
    if isJSON {
      console.print(answer.prettyText)
    } else {
      let results = answer["expectations"]?.array ?? []
      for result in results { console.print(Self.line(result, console.palette)) }
      if results.isEmpty { console.print("the scenario expects nothing") }
    }
    return answer["ok"]?.bool == true ? .success : .failure
  }

  private static func line(_ result: JSONValue, _ palette: Palette) -> String {
    let mark = result["met"]?.bool == true ? palette.green("met    ") : palette.red("not met")
    return "\(mark)  \(result["text"]?.string ?? "")"
  }
}
