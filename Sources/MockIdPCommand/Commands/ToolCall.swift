/// One call of a developer's tool, read as the tool reads it.
struct ToolCall: Sendable, Hashable {
  enum Tool: String, Sendable {
    case az
    case azd
  }

  enum Action: Sendable, Hashable {
    case token(scopes: [String], tenant: String?, claims: String?)
    case account
    case version
    /// A call that libraries do not make.
    case unknown(String)
  }

  let tool: Tool
  let action: Action
  /// The form of the answer (`--output`): `json`, `tsv` or `none`.
  let output: String
  /// The one member that is wanted (`--query`); nil for all.
  let query: String?

  init(_ tool: Tool, _ words: [String]) {
    self.tool = tool
    var names: [String] = []
    var values: [String: [String]] = [:]
    var option: String?
    for word in words {
      guard word.hasPrefix("-") else {
        // An option of az takes all words up to the next option.
        if let option { values[option, default: []].append(word) } else { names.append(word) }
        continue
      }
      let equals = word.firstIndex(of: "=")
      let name = String(word[..<(equals ?? word.endIndex)])
      option = ["-o": "--output", "-t": "--tenant"][name] ?? name
      values[option ?? name, default: []] += equals.map { [String(word[word.index(after: $0)...])] } ?? []
    }
    output = values["--output"]?.first ?? "json"
    query = values["--query"]?.first
    switch (tool, names) {
    case (.az, ["account", "get-access-token"]):
      action = .token(scopes: Self.scopes(values), tenant: values["--tenant"]?.first, claims: nil)
    case (.azd, ["auth", "token"]):
      action = .token(
        scopes: values["--scope"] ?? [], tenant: values["--tenant-id"]?.first, claims: values["--claims"]?.first)
    case (.az, ["account", "show"]): action = .account
    case (_, ["version"]): action = .version
    case (_, []) where values["--version"] != nil: action = .version
    default: action = .unknown(names.joined(separator: " "))
    }
  }

  /// `az` takes a resource or scopes; without both it asks for Azure Resource Manager.
  private static func scopes(_ values: [String: [String]]) -> [String] {
    if let scopes = values["--scope"], !scopes.isEmpty { return scopes }
    return [(values["--resource"]?.first ?? "https://management.core.windows.net/") + "/.default"]
  }
}
