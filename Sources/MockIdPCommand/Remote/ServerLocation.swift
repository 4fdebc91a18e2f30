/// Where a command looks for a running server, as the options say it. The environment fills what they leave out.
struct ServerLocation: OptionGroup {
  @Given(
    .value("--world", "NAME", "The world that is meant (default: MOCKIDP_WORLD, else the one the server began with)."))
  var world: String?
  @Given(.value("--url", "URL", "Where the server is (default: MOCKIDP_URL, else the one that runs here)."))
  var url: String?
  @Given(.value("--ready-file", "FILE", "Find the server through the file that serve --ready-file wrote."))
  var readyFile: String?
  @Given(.value("--ca", "FILE", "Trust this certificate authority (default: the one in the home directory)."))
  var certificateAuthority: String?
  @Given(
    .value(
      "--control-token", "TOKEN",
      "The server's control token (default: MOCKIDP_CONTROL_TOKEN, else read from the home directory)."))
  var controlToken: String?

  /// Whether one world of the server is meant. Else there is no `--world`.
  var hasWorld = true

  /// For a command that is about a server as a whole.
  static var ofServer: Self { Self(hasWorld: false) }

  var members: [any OptionReader] {
    (hasWorld ? [$world] : []) + [$url, $readyFile, $certificateAuthority, $controlToken]
  }

  func check(_ arguments: Arguments) throws(UsageError) {
    if url != nil, readyFile != nil { throw arguments.error("give --url or --ready-file, not both") }
    if let url, !url.hasPrefix("https://"), !url.hasPrefix("http://") {
      throw arguments.error("--url takes a URL such as https://localhost:8443, not \"\(url)\"")
    }
  }
}
