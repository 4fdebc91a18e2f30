/// A version of Node, and whether an app on it reads the variables of the proxy.
struct NodeVersion: Sendable, Hashable, CustomStringConvertible {
  let major: Int
  let minor: Int
  let patch: Int

  var description: String { "\(major).\(minor).\(patch)" }

  /// Reads what `node --version` prints: `v22.21.0`. Nil for another text.
  init?(_ text: String) {
    let line = text.prefix { !$0.isNewline }
    guard line.first == "v" else { return nil }
    // A build of one's own may have more behind the numbers: v24.0.0-pre.
    let numbers = line.dropFirst().prefix { $0 != "-" && $0 != "+" }.split(separator: ".").map { Int($0) }
    guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else { return nil }
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// What the user has to know before an app on this version is tested behind the proxy. Nil for a version that sends all
  /// its requests through the proxy.
  var remark: String? {
    switch (major, minor) {
    case (25..., _), (24, 5...), (22, 21...): nil
    case (24, _):
      "Node \(self) in PATH sends only what uses fetch through the proxy, and what uses http or https to the real service: "
        + "take Node 24.5 or newer"
    default:
      "Node \(self) in PATH does not read NODE_USE_ENV_PROXY, so its apps ask the real service: take Node 22.21, 24.5 or "
        + "newer, or 'mockidp exec --hosts'"
    }
  }

  /// The programs of Node that begin with its name, or that `PATH` has beside it.
  private static let programs: Set<Substring> = ["node", "npm", "npx", "pnpm", "yarn", "corepack"]

  /// Whether a command runs on Node, as far as its words and the first line of its program say.
  static func isMeant(by words: [String], in environment: [String: String]) -> Bool {
    let names = words.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "-" && $0 != "_" } }
    if names.contains(where: programs.contains) { return true }
    guard let name = words.first,
      let program = name.contains("/") ? name : ChildProcess.path(of: name, in: environment),
      let line = try? TextFile.firstLine(program)
    else { return false }
    return line.hasPrefix("#!") && line.split { $0 == "/" || $0 == " " }.contains { programs.contains($0) }
  }

  /// The version of the program `node` that a shell finds; nil when there is none.
  static func found(in environment: [String: String]) -> NodeVersion? {
    guard let program = ChildProcess.path(of: "node", in: environment),
      let answer = ChildProcess.output([program, "--version"], environment: environment), answer.code == .success
    else { return nil }
    return NodeVersion(answer.text)
  }
}
