import Bytes
import Directory
import JSON

/// The OData options of a call on the list of users.
struct UserListQuery: Sendable {
  static let defaultPageSize = 100

  /// By what the list is ordered; by creation without one.
  struct Order: Sendable, Hashable {
    let property: String
    let isDescending: Bool
  }

  let selection: ResourceQuery
  let filter: Filter?
  let order: Order?
  let pageSize: Int
  /// The last user of the page before.
  let after: User.ID?
  let wantsCount: Bool
  /// The options as they were sent, except `$skiptoken`.
  private let rest: [Substring]

  private static let filterable: Set<String> = [
    "accountEnabled", "displayName", "employeeId", "givenName", "id", "jobTitle", "mail", "mailNickname",
    "onPremisesImmutableId", "surname", "userPrincipalName", "userType",
  ]

  /// `isAdvanced` tells whether the call has `ConsistencyLevel: eventual`.
  init(_ query: String?, _ version: GraphVersion, isAdvanced: Bool) throws(GraphError) {
    guard let fields = FormFields(parsing: query ?? "") else { throw .malformedQuery }
    func option(_ name: String) -> String? {
      fields.fields.first { ASCII.equalIgnoringCase($0.name, name) }?.value
    }
    selection = try ResourceQuery(query, version)
    guard option("$skip") == nil else { throw .cannotSkip }
    if option("$search") != nil { throw isAdvanced ? .searchUnsupported : .searchNeedsHeader }
    wantsCount = isAdvanced && option("$count").map { ASCII.equalIgnoringCase($0, "true") } ?? false
    pageSize = try option("$top").map(Self.pageSize) ?? Self.defaultPageSize
    after = try option("$skiptoken").map(Self.user(ofSkipToken:))
    filter = try option("$filter").map { text throws(GraphError) in
      try FilterParser.parse(
        text,
        FilterParser.Target(
          type: "user", declaredName: { UserProperty.declaredName(of: $0, version) }, filterable: Self.filterable))
    }
    order = try option("$orderby").map(Self.order)
    if let filter, filter.isAdvanced, !wantsCount { throw .needsAdvancedQuery("that $filter") }
    if filter != nil, order != nil, !wantsCount { throw .needsAdvancedQuery("$orderby with $filter") }
    rest = (query ?? "").split(separator: "&").filter {
      let name = $0.prefix { $0 != "=" }
      return !ASCII.equalIgnoringCase(Percent.decode(name) ?? "", "$skiptoken")
    }
  }

  /// What stands after `?` in the address of the page after that user.
  func nextPage(after user: User.ID) -> String {
    (rest.map(String.init) + ["$skiptoken=" + Base64.encodeURL(Array(user.guid.bytes))]).joined(separator: "&")
  }

  /// The views that meet the filter, in their order.
  func matching(_ views: [UserView]) -> [UserView] {
    var views = views
    if let filter {
      views = views.filter { view in filter.matches { UserProperty.named($0)?.value(view) ?? .null } }
    }
    guard let order, let property = UserProperty.named(order.property) else { return views }
    let keyed = views.enumerated().map { (ASCII.lowercased(property.value($1).string ?? ""), $0, $1) }
    // The place decides between equals, so that pages never lose anybody.
    return keyed.sorted { $0.0 == $1.0 ? $0.1 < $1.1 : ($0.0 < $1.0) != order.isDescending }.map(\.2)
  }

  private static func pageSize(_ text: String) throws(GraphError) -> Int {
    guard !text.isEmpty, text.utf8.count <= 3, text.utf8.allSatisfy(ASCII.isDigit), let size = Int(text), size > 0
    else { throw .invalidPageSize(text) }
    return size
  }

  private static func user(ofSkipToken text: String) throws(GraphError) -> User.ID {
    guard let bytes = Base64.decode(text), let guid = GUID(bytes: bytes) else { throw .invalidSkipToken }
    return User.ID(guid)
  }

  private static func order(_ text: String) throws(GraphError) -> Order {
    let words = text.split(separator: " ").map(String.init)
    let name = words.first ?? ""
    guard let property = ["displayName", "userPrincipalName"].first(where: { ASCII.equalIgnoringCase($0, name) }),
      words.count == 1 || (words.count == 2 && ["asc", "desc"].contains(words[1]))
    else { throw .cannotOrder(by: name) }
    return Order(property: property, isDescending: words.last == "desc")
  }
}
