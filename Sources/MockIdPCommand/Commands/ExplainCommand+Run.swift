import Bytes
import JSON
import Policy
import Worlds

extension ExplainCommand {
  func run(on console: Console) throws -> ExitCode {
    switch subject {
    case .refusal(let text): try explain(text, on: console)
    case .advice(let id): explain(advice: id, on: console)
    case .exchange(let id): try show(id, on: console)
    }
    return .success
  }

  private func explain(advice id: String, on console: Console) {
    guard let kind = AdviceKind.named(id) else { return }
    let paragraphs = ["\(kind.title).", kind.why, kind.remedy].map {
      Columns.lines($0, width: HelpText.width).joined(separator: "\n")
    }
    console.print(([console.palette.bold(kind.id)] + paragraphs).joined(separator: "\n\n"))
  }

  private func explain(_ text: String, on console: Console) throws(CommandError) {
    switch Catalogue.lookup(text) {
    case .found(let kind): console.write("\(Explanation(kind))")
    case .unknown(let nearest):
      let like = nearest.map { "\($0.label) \($0.name)" }.joined(separator: ", ")
      throw CommandError("the catalogue has no \(text)" + (like.isEmpty ? "" : "; like it: \(like)"))
    }
  }

  private func show(_ id: String, on console: Console) throws {
    let remote = try RemoteServer.find(server, on: console)
    // A number belongs to one journal. An id of a log is looked for in all worlds, unless the user names one.
    let everywhere = remote.world == nil && GUID(id) != nil ? "?worlds=all" : ""
    let answer = try remote.control("GET", "/exchanges/\(Percent.encode(id))\(everywhere)")
    let exchanges = answer["exchanges"]?.array ?? []
    if isJSON {
      console.print(JSONValue.array(exchanges).prettyText)
    } else {
      console.write(exchanges.map { ExchangeReport(exchange: $0).text(console.palette) }.joined(separator: "\n"))
    }
  }
}
