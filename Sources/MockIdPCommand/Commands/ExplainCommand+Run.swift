import Policy

extension ExplainCommand {
  func run(on console: Console) throws -> ExitCode {
    switch subject {
    case .refusal(let text): try explain(text, on: console)
    case .exchange: return .failure
    }
    return .success
  }

  private func explain(_ text: String, on console: Console) throws(CommandError) {
    switch Catalogue.lookup(text) {
    case .found(let kind): console.output.write("\(Explanation(kind))")
    case .unknown(let nearest):
      let like = nearest.map { "\($0.label) \($0.name)" }.joined(separator: ", ")
      throw CommandError("the catalogue has no \(text)" + (like.isEmpty ? "" : "; like it: \(like)"))
    }
  }
}
