/// Where a command looks for a running server, as the options say it. The environment fills what they leave out.
struct ServerLocation: Sendable, Hashable {
  static let url = Option.value(
    "--url", "URL", "Where the server is (default: MOCKIDP_URL, else the one that runs here).")
  static let readyFile = Option.value(
    "--ready-file", "FILE", "Find the server through the file that serve --ready-file wrote.")
  static let certificateAuthority = Option.value(
    "--ca", "FILE", "Trust this certificate authority (default: the one in the home directory).")
  static let controlToken = Option.value(
    "--control-token", "TOKEN",
    "The server's control token (default: MOCKIDP_CONTROL_TOKEN, else read from the home directory).")

  static let world = Option.value(
    "--world", "NAME", "The world that is meant (default: MOCKIDP_WORLD, else the one the server began with).")

  /// For commands that call a server.
  static let options = [url, readyFile, certificateAuthority, controlToken]
  /// For commands that call one world of a server.
  static let worldOptions = [world] + options

  var url: String?
  var readyFile: String?
  var certificateAuthority: String?
  var controlToken: String?
  var world: String?

  init(_ arguments: Arguments) throws(UsageError) {
    url = arguments.value(Self.url)
    readyFile = arguments.value(Self.readyFile)
    certificateAuthority = arguments.value(Self.certificateAuthority)
    controlToken = arguments.value(Self.controlToken)
    world = arguments.value(Self.world)
    if url != nil, readyFile != nil { throw arguments.error("give --url or --ready-file, not both") }
    if let url, !url.hasPrefix("https://"), !url.hasPrefix("http://") {
      throw arguments.error("--url takes a URL such as https://localhost:8443, not \"\(url)\"")
    }
  }
}
