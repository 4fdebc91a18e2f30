import Bytes
import JSON

/// The OData options of a call on a list of objects, checked.
struct ListQuery: Sendable {
  static let defaultPageSize = 100

  /// The property by which the list is ordered. A list without an order has the order of creation.
  struct Order: Sendable, Hashable {
    let property: String
    let isDescending: Bool
  }

  let selection: ResourceQuery
  let filter: Filter?
  let search: Search?
  let order: Order?
  let pageSize: Int
  /// The last object of the page before, from `$skiptoken`. Nil for the first page.
  let after: GUID?
  let wantsCount: Bool
  /// The options as they were sent, except `$skiptoken`.
  private let rest: [Substring]

  /// `isAdvanced` tells whether the call has `ConsistencyLevel: eventual`.
  init(
    _ query: String?, _ version: GraphVersion, _ type: ObjectType, isAdvanced: Bool,
    kept: ResourceQuery.Kept = { _ in [] }
  )
    throws(GraphError)
  {
    guard let fields = FormFields(parsing: query ?? "") else { throw .malformedQuery }
    func option(_ name: String) -> String? {
      fields.fields.first { ASCII.equalIgnoringCase($0.name, name) }?.value
    }
    selection = try ResourceQuery(query, version, type, kept: kept)
    guard option("$skip") == nil else { throw .cannotSkip }
    if option("$search") != nil, !isAdvanced { throw .searchNeedsHeader }
    search = try option("$search").map { text throws(GraphError) in try Search(text, type) }
    wantsCount = isAdvanced && option("$count").map { ASCII.equalIgnoringCase($0, "true") } ?? false
    pageSize = try option("$top").map(Self.pageSize) ?? type.pageSize ?? Self.defaultPageSize
    after = try option("$skiptoken").map(Self.object(ofSkipToken:))
    filter = try option("$filter").map { text throws(GraphError) in
      try FilterParser.parse(
        text,
        FilterParser.Target(
          type: type.name, version: version, declaredName: { type.declaredName($0, version) },
          filterable: type.filterable,
          collections: type.collections, filterablePath: type.filterablePath))
    }
    let isAdvancedQuery = wantsCount
    order = try option("$orderby").map { text throws(GraphError) in
      try Self.order(text, type, isAdvanced: isAdvancedQuery)
    }
    if let filter, filter.isAdvanced, !wantsCount { throw .needsAdvancedQuery("that $filter") }
    if filter != nil, order != nil, !wantsCount { throw .needsAdvancedQuery("$orderby with $filter") }
    let isByID = if case .equals("id", _)? = filter, order == nil { true } else { false }
    if type.isAdvancedOnly || type.advancedUnlessByID && !isByID, !wantsCount, filter != nil || order != nil {
      throw .needsAdvancedQuery("$filter and $orderby on what an object leads to")
    }
    rest = (query ?? "").split(separator: "&").filter {
      let name = $0.prefix { $0 != "=" }
      return !ASCII.equalIgnoringCase(Percent.decode(name) ?? "", "$skiptoken")
    }
  }

  /// The query of the address of the page that begins after that object.
  func nextPage(after object: GUID) -> String {
    (rest.map(String.init) + ["$skiptoken=" + Base64.encodeURL(Array(object.bytes))]).joined(separator: "&")
  }

  /// The views that meet the filter and the search, in the order that the call wants.
  func matching<View: DirectoryView>(_ views: [View]) -> [View] {
    var views = views
    if let filter { views = views.filter { view in filter.matches { view.value(of: $0) } } }
    if let search { views = views.filter { search.matches($0.value(of: search.property)) } }
    guard let order else { return views }
    let keyed = views.indices.map { (ASCII.lowercased(views[$0].value(of: order.property).string ?? ""), $0) }
    // Equal objects keep their order, so that no object is lost between two pages.
    return Self.sorted(keyed, descending: order.isDescending).map { views[$0] }
  }

  private static func sorted(_ keyed: [(key: String, place: Int)], descending: Bool) -> [Int] {
    keyed.sorted { $0.key == $1.key ? $0.place < $1.place : ($0.key < $1.key) != descending }.map(\.place)
  }

  static func pageSize(_ text: String) throws(GraphError) -> Int {
    guard !text.isEmpty, text.utf8.count <= 3, text.utf8.allSatisfy(ASCII.isDigit), let size = Int(text), size > 0
    else { throw .invalidPageSize(text) }
    return size
  }

  private static func object(ofSkipToken text: String) throws(GraphError) -> GUID {
    guard let bytes = Base64.decode(text), let guid = GUID(bytes: bytes) else { throw .invalidSkipToken }
    return guid
  }

  private static func order(_ text: String, _ type: ObjectType, isAdvanced: Bool) throws(GraphError) -> Order {
    let words = text.split(separator: " ").map(String.init)
    let name = words.first ?? ""
    let all = type.orderable + type.orderableWhenAdvanced
    guard let property = all.first(where: { ASCII.equalIgnoringCase($0, name) }),
      words.count == 1 || (words.count == 2 && ["asc", "desc"].contains(words[1]))
    else { throw .cannotOrder(by: name, of: type) }
    if !isAdvanced, !type.orderable.contains(property) { throw .needsAdvancedQuery("$orderby by \(property)") }
    return Order(property: property, isDescending: words.last == "desc")
  }
}
