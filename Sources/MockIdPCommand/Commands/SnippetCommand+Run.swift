import MockIdP

extension SnippetCommand {
  func run(on console: Console) throws -> ExitCode {
    guard let snippet else {
      for line in Columns.table(Snippet.all.map { [$0.name, $0.summary] }) { console.print(line) }
      return .success
    }
    let facts = try ServerFacts.found(server, on: console)
    let trust = try TrustFiles.write(
      authorityPEM: facts.certificateAuthorityPEM, in: directory ?? HomeFiles(environment: console.environment).trust,
      environment: console.environment)
    let files = try AppFiles.write(in: HomeFiles(environment: console.environment).apps)
    console.copy(snippet.text(SnippetFacts(server: facts, trust: trust, files: files)))
    return .success
  }
}
