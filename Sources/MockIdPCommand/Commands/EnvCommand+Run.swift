import MockIdP

extension EnvCommand {
  func run(on console: Console) throws -> ExitCode {
    do {
      try printVariables(on: console)
      return .success
    } catch {
      if let failure = format.failure { console.copy(failure) }
      throw error
    }
  }

  private func printVariables(on console: Console) throws {
    let facts = try ServerFacts.found(server, proxy: proxyURL, needsProxy: way == .proxy, on: console)
    let directory = directory ?? HomeFiles(environment: console.environment).trust
    let trust = try TrustFiles.write(
      authorityPEM: facts.certificateAuthorityPEM, in: directory, environment: console.environment)
    var environment = RuntimeEnvironment(facts, trust: trust, way: way, inherited: console.environment)
    if isForBrowser {
      let browser = BrowserTrust(in: directory + "/browser")
      try browser.write(
        authority: trust.authority, proxy: way == .proxy ? facts.proxy : nil, environment: console.environment)
      environment.add(browser.variables)
    }
    if let hosting {
      let remote = try RemoteServer.find(server, on: console)
      environment.move(
        to: try HostingSetup(
          option: hosting, facts: facts, server: remote, way: way, directory: directory + "/place", console: console
        ).variables())
    }
    console.copy(format.text(environment))
  }
}
