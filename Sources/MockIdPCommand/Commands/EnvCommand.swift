import MockIdP

/// Prints the environment variables with which programs find a running server and trust it.
struct EnvCommand: Command {
  @Given(
    .value("--format", "FORMAT", "sh, fish, powershell, dotenv, github, compose or launchctl (default sh)."),
    or: .sh, what: "format")
  var format: EnvironmentFormat
  var place = HostingOptions()
  @Given(.flag("--direct", "For apps that are told the authority: the server's own name (default)."))
  var isDirect: Bool
  @Given(.proxy) var usesProxy: Bool
  @Given(
    .value(
      "--proxy-url", "URL", "Where the proxy is (default: what the ready file says, else http://localhost:8080)."))
  var proxyURL: String?
  @Given(.browser) var isForBrowser: Bool
  @Given(.directory) var directory: String?
  var server = ServerLocation()

  static let manual = Manual(
    name: "env", summary: "print the variables that lead programs to a running server",
    forms: ["env [--format FORMAT] [--direct | --proxy] [options]"],
    details: [
      """
      Prints where the server is, its apps, and whom to trust, for every runtime that has a variable for it. Three files \
      are written: the authority, the authority with the system's roots, and both as a Java trust store.
      """,
      """
      When no server is found, it prints a line that fails in the shell, so that what stands behind && does not run.
      """,
    ],
    options: Self().options,
    examples: [
      .init("eval \"$(mockidp env)\"", "For this shell."),
      .init("mockidp env --proxy --format github >> \"$GITHUB_ENV\"", "For the further steps of a GitHub job."),
      .init("eval \"$(mockidp env --as azure-cli)\"", "A shell in which az was signed in to."),
      .init("mockidp env --format dotenv > .env", "A file that many tools read."),
      .init("mockidp env --proxy --format launchctl | sh", "For apps that a Mac starts from now on."),
    ])

  private var way: RuntimeEnvironment.Way { usesProxy ? .proxy : .direct }

  func check(_ arguments: Arguments) throws(UsageError) {
    if isDirect, usesProxy { throw arguments.error("give --direct or --proxy, not both") }
    if let proxyURL, !proxyURL.hasPrefix("http://") {
      throw arguments.error("--proxy-url takes a URL such as http://localhost:8080, not \"\(proxyURL)\"")
    }
  }

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
    if let hosting = place.choice {
      let remote = try RemoteServer.find(server, on: console)
      environment.move(
        to: try HostingSetup(
          option: hosting, facts: facts, server: remote, way: way, directory: directory + "/place", console: console
        ).variables())
    }
    console.copy(format.text(environment))
  }
}
