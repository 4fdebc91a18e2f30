import Bytes
import Directory
import JSON

/// The OData options of a delta query, checked (Microsoft: "Use delta query to track changes in Microsoft Graph data").
struct DeltaQuery: Sendable {
  /// The selected properties; nil: the default ones.
  let selection: ResourceQuery
  /// What `$select` names, without the id that every answer has.
  let selected: [String]?
  /// The relationships whose changes are told, of those that the list has.
  let relations: [String]
  /// The objects that the client asks for by `$filter=id eq '…'`. Nil: all.
  let ids: Set<GUID>?
  let pageSize: Int
  /// Whether the client asks for no objects now, but for those that change from now on: `$deltatoken=latest`.
  let isFromNowOn: Bool
  /// What an earlier answer said to ask with. Nil for a first question.
  let token: DeltaToken?
  /// The options to be kept in tokens.
  let options: String

  private static let maximumIDs = 50
  /// The options of the first question, which the tokens keep.
  private static let kept = ["$select", "$filter", "$expand", "$top"]
  private static let names = kept + ["$skiptoken", "$deltatoken"]

  init(_ query: String?, _ version: GraphVersion, _ list: DeltaList, kept: ResourceQuery.Kept) throws(GraphError) {
    guard let sent = FormFields(parsing: query ?? "") else { throw .malformedQuery }
    for field in sent.fields where field.name.isEmpty || field.name.hasPrefix("$") {
      guard Self.names.contains(ASCII.lowercased(field.name)) else { throw .unknownDeltaOption(field.name) }
    }
    let text = sent.option("$skiptoken") ?? sent.option("$deltatoken")
    isFromNowOn = text.map { ASCII.equalIgnoringCase($0, "latest") } ?? false
    if let text, !isFromNowOn {
      guard let token = DeltaToken(text) else { throw .invalidDeltaToken }
      self.token = token
      options = token.options
    } else {
      token = nil
      options = (query ?? "").split(separator: "&").filter {
        let name = Percent.decode($0.prefix { $0 != "=" }) ?? ""
        return Self.kept.contains(ASCII.lowercased(name))
      }.joined(separator: "&")
    }
    guard let fields = FormFields(parsing: options) else { throw .malformedQuery }
    let expanded = fields.option("$expand").map { $0.split(separator: ",").map(String.init) } ?? []
    if let unknown = expanded.first(where: { !list.relations.contains($0) }) {
      throw .cannotExpand(unknown, of: list.type)
    }
    let query = try ResourceQuery(
      options.split(separator: "&").filter { !ASCII.lowercased(Percent.decode($0) ?? "").hasPrefix("$expand") }
        .joined(separator: "&"), version, list.type, kept: kept)
    let selected = query.selected
    self.selected = selected
    relations = list.relations.filter { name in
      expanded.contains(name) || selected.map { $0.contains(name) } ?? (name == list.relations.first)
    }
    selection = ResourceQuery(selecting: selected.map { names in names.contains("id") ? names : names + ["id"] })
    pageSize = try fields.option("$top").map(ListQuery.pageSize) ?? ListQuery.defaultPageSize
    ids = try fields.option("$filter").map { text throws(GraphError) in
      let filter = try FilterParser.parse(text, FilterParser.Target(type: list.type, version: version)).filter
      guard let ids = Self.ids(filter), ids.count <= Self.maximumIDs else { throw .deltaFilter }
      return Set(ids)
    }
  }

  /// The ids of `id eq '…' or id eq '…'`; nil for another condition.
  private static func ids(_ filter: Filter) -> [GUID]? {
    switch filter {
    case .equals("id", let value): return value.string.flatMap { GUID($0) }.map { [$0] }
    case .any(let conditions):
      let all = conditions.map(ids)
      return all.contains { $0 == nil } ? nil : all.flatMap { $0 ?? [] }
    default: return nil
    }
  }
}

extension GraphError {
  /// Observed of an option without a name.
  static func unknownDeltaOption(_ name: String) -> Self {
    Self(
      400, .malformedRequest, "Unrecognized query argument specified: '\(name)'.",
      because: "a delta query has no option '\(name)'")
  }

  static let invalidDeltaToken = Self(
    400, .malformedRequest, "Badly formed token.", because: "$deltatoken or $skiptoken is none that an answer gave")

  static let deltaFilter = Self(
    400, .unsupportedQuery, "Unsupported Query.",
    because: "$filter of a delta query is id eq '…', of 50 ids at most with 'or' between them")

  /// What the directory says of tokens that are still older (observed 2026 of users).
  static let deltaTokenTooOld = Self(
    400, .unsupportedQuery, "DeltaLink older than 30 days is not supported.",
    because: "the delta token is older than 30 days")

  /// The code is documented for tokens that are too old.
  static let deltaTokenExpired = Self(
    410, .syncStateNotFound, "The delta token is no longer valid, and the application must reset the sync state.",
    because: "the token is older than seven days, the world was reset, or the server was started anew since")
}
