/// Prints the environment variables with which programs find a running server and trust it.
struct EnvCommand: Command {
  static let format = Option.value(
    "--format", "FORMAT", "sh, fish, powershell, dotenv, github, compose or launchctl (default sh).")
  static let direct = Option.flag("--direct", "For apps that are told the authority: the server's own name (default).")
  static let proxy = Option.flag("--proxy", "For apps that stay as they are: Microsoft's names, through the proxy.")
  static let proxyURL = Option.value(
    "--proxy-url", "URL", "Where the proxy is (default: what the ready file says, else http://localhost:8080).")
  static let directory = Option.value(
    "--directory", "DIR", "Keep the certificate files there (default: trust in the home directory).")
  static let browser = Option.flag(
    "--browser", "Also write certificate databases for Chromium and Firefox, with certutil.")

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
    options: [format, HostingOption.place, HostingOption.identity, direct, proxy, proxyURL, browser, directory]
      + ServerLocation.worldOptions,
    examples: [
      .init("eval \"$(mockidp env)\"", "For this shell."),
      .init("mockidp env --proxy --format github >> \"$GITHUB_ENV\"", "For the further steps of a GitHub job."),
      .init("eval \"$(mockidp env --as azure-cli)\"", "A shell in which az was signed in to."),
      .init("mockidp env --format dotenv > .env", "A file that many tools read."),
      .init("mockidp env --proxy --format launchctl | sh", "For apps that a Mac starts from now on."),
    ])

  let format: EnvironmentFormat
  let way: RuntimeEnvironment.Way
  /// Where the programs seem to run; nil for nowhere in particular.
  let hosting: HostingOption?
  let proxyURL: String?
  let isForBrowser: Bool
  let directory: String?
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    if arguments.has(Self.direct), arguments.has(Self.proxy) {
      throw arguments.error("give --direct or --proxy, not both")
    }
    let name = arguments.value(Self.format) ?? EnvironmentFormat.sh.rawValue
    guard let format = EnvironmentFormat(rawValue: name) else {
      throw .unknown("format", name, known: EnvironmentFormat.allCases.map(\.rawValue), in: arguments.command)
    }
    self.format = format
    way = arguments.has(Self.proxy) ? .proxy : .direct
    hosting = try HostingOption.read(arguments)
    proxyURL = arguments.value(Self.proxyURL)
    if let proxyURL, !proxyURL.hasPrefix("http://") {
      throw arguments.error("--proxy-url takes a URL such as http://localhost:8080, not \"\(proxyURL)\"")
    }
    isForBrowser = arguments.has(Self.browser)
    directory = arguments.value(Self.directory)
    server = try ServerLocation(arguments)
  }
}
