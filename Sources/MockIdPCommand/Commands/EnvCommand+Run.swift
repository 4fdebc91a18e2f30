import MockIdP

extension EnvCommand {
  func run(on console: Console) throws -> ExitCode {
    let facts = try ServerFacts.found(server, proxy: proxyURL, needsProxy: way == .proxy, on: console)
    let directory = directory ?? HomeFiles(environment: console.environment).trust
    let trust = try TrustFiles.write(
      authorityPEM: facts.certificateAuthorityPEM, in: directory, environment: console.environment)
    console.copy(
      format.text(RuntimeEnvironment(facts, trust: trust, way: way, inherited: console.environment)))
    return .success
  }
}
