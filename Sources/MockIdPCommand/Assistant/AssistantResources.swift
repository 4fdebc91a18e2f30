import Bytes
import Handbook
import JSON
import Policy

/// What an assistant can read without a call: the documentation, the catalogue of refusals, and the shapes of bodies.
struct AssistantResources: Sendable {
  private static let scheme = "mockidp://"
  private let remote: RemoteServer
  private let document: ControlDocument

  init(_ remote: RemoteServer, _ document: ControlDocument) {
    self.remote = remote
    self.document = document
  }

  /// The entries of `resources/list`.
  var list: [JSONValue] {
    HandbookPage.all.map { page in
      [
        "uri": .string("\(Self.scheme)docs/\(page.name)"), "name": .string(page.name), "title": .string(page.title),
        "mimeType": "text/markdown",
      ]
    } + [
      [
        "uri": .string("\(Self.scheme)refusals"), "name": "refusals", "title": "All refusals",
        "description": "Code, name and meaning of each refusal that the server can give.",
        "mimeType": "application/json",
      ]
    ]
  }

  /// The entries of `resources/templates/list`.
  static let templates: [JSONValue] = [
    [
      "uriTemplate": .string("\(scheme)refusals/{refusal}"), "name": "refusal", "title": "One refusal",
      "description": "By number, name or error text: AADSTS50173.", "mimeType": "text/plain",
    ],
    [
      "uriTemplate": .string("\(scheme)schema/{name}"), "name": "schema", "title": "The JSON Schema of a body",
      "description": "Of a tool whose body is long: NewApp.", "mimeType": "application/schema+json",
    ],
  ]

  /// The content of one.
  func read(_ address: String, _ revision: ProtocolRevision) throws(ProtocolRefusal) -> JSONValue {
    guard address.hasPrefix(Self.scheme), let found = content(address.dropFirst(Self.scheme.count)) else {
      throw .noResource(address, revision)
    }
    return ["uri": .string(address), "mimeType": .string(found.type), "text": .string(found.text)]
  }

  private func content(_ path: Substring) -> (type: String, text: String)? {
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map {
      Percent.decode(String($0))
    }
    switch (parts.first ?? nil, parts.dropFirst().first ?? nil) {
    case ("docs", let name?):
      return HandbookPage.all.first { $0.name == name }.map { ("text/markdown", $0.text) }
    case ("refusals", nil):
      return (try? remote.control("GET", "/refusals")).map { ("application/json", $0.prettyText) }
    case ("refusals", let name?):
      guard case .found(let kind) = Catalogue.lookup(name) else { return nil }
      return ("text/plain", "\(Explanation(kind))")
    case ("schema", let name?):
      return document.schema(named: name).map { ("application/schema+json", $0.prettyText) }
    default: return nil
    }
  }
}
