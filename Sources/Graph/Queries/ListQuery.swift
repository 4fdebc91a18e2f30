import Bytes
import JSON
import Time

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
  /// The last object of the page before, and when that page was given, from `$skiptoken`. Nil for the first page.
  let after: (object: GUID, givenAt: UnixTime)?
  let wantsCount: Bool
  /// Whether `$select` names what another service keeps.
  let asksElsewhere: Bool
  /// The options as they were sent, except `$skiptoken`.
  private let rest: [String]

  /// `isAdvanced` tells whether the call has `ConsistencyLevel: eventual`.
  init(
    _ query: String?, _ version: GraphVersion, _ type: ObjectType, isAdvanced: Bool,
    kept: ResourceQuery.Kept = { _ in [] }
  )
    throws(GraphError)
  {
    guard let fields = FormFields(parsing: query ?? "") else { throw .malformedQuery }
    let option = fields.option
    selection = try ResourceQuery(query, version, type, kept: kept)
    guard option("$skip") == nil else { throw .cannotSkip }
    if option("$search") != nil, !isAdvanced { throw .searchNeedsHeader }
    search = try option("$search").map { text throws(GraphError) in try Search(text, type) }
    wantsCount = isAdvanced && option("$count").map { ASCII.equalIgnoringCase($0, "true") } ?? false
    guard option("$top") == nil || !type.hasFixedPages else { throw .customPageSize }
    if type.refusesPageSizes, let top = option("$top") {
      let size = try Self.pageSize(top)
      throw size < 20 ? GraphError.pageTooSmall : GraphError.unsupportedRequest
    }
    pageSize = try option("$top").map(Self.pageSize) ?? type.pageSize ?? Self.defaultPageSize
    after = try option("$skiptoken").map(Self.object(ofSkipToken:))
    let parsed = try option("$filter").map { text throws(GraphError) in
      try FilterParser.parse(text, FilterParser.Target(type: type, version: version))
    }
    filter = parsed?.filter
    let isByID = if case .equals("id", _)? = filter, option("$orderby") == nil { true } else { false }
    let isRelation = type.isAdvancedOnly || type.advancedUnlessByID && !isByID
    let isFull = wantsCount || type.isReport
    if !isFull {
      if parsed != nil, option("$orderby") != nil { throw .sortingNotSupported }
      if isRelation, parsed != nil { throw .referenceFilter }
      if isRelation, option("$orderby") != nil { throw type.isOfSeveralTypes ? .openOrder : .sortingNotSupported }
    }
    let isSearch = search != nil
    order = try option("$orderby").map { text throws(GraphError) in
      try Self.order(text, type, isAdvanced: isFull, isSearch: isSearch)
    }
    try type.check(parsed?.uses ?? [], isAdvanced: isFull)
    asksElsewhere = selection.selected?.contains(where: type.keptElsewhere.contains) ?? false
    rest = FormFields.options(in: query, except: ["$skiptoken"])
  }

  /// The query of the address of the page that begins after that object.
  func nextPage(after object: GUID, at now: UnixTime) -> String {
    let moment = (0..<8).map { UInt8(truncatingIfNeeded: now.seconds >> (8 * (7 - $0))) }
    return (rest + ["$skiptoken=" + Base64.encodeURL(Self.headOfSkipToken + object.bytes + moment)])
      .joined(separator: "&")
  }

  /// The views that meet the filter and the search, in the order that the call wants.
  func matching<View: DirectoryView>(_ views: [View], _ resource: ResourceCall) -> [View] {
    var views = views
    if let filter {
      views = views.filter { view in
        filter.matches { name in
          Filter.relationship(in: name).map { view.counted($0, resource) } ?? view.value(of: name)
        }
      }
    }
    if let search { views = views.filter { view in search.matches { view.value(of: $0) } } }
    guard let order else { return views }
    return Self.sorted(views, by: order) { $0.value(of: order.property) }
  }

  /// Texts in their order without regard to ASCII case, false before true. Equal objects keep their order, so that no object is lost between two
  /// pages.
  static func sorted<Object>(_ objects: [Object], by order: Order, _ value: (Object) -> JSONValue) -> [Object] {
    let keyed = objects.indices.map { place in
      let key = value(objects[place])
      return (key: ASCII.lowercased(key.string ?? key.bool?.description ?? ""), place: place)
    }
    return places(keyed, descending: order.isDescending).map { objects[$0] }
  }

  /// Apart from `sorted`, of which there is a copy for each type.
  private static func places(_ keyed: [(key: String, place: Int)], descending: Bool) -> [Int] {
    keyed.sorted { $0.key == $1.key ? $0.place < $1.place : ($0.key < $1.key) != descending }.map(\.place)
  }

  static func pageSize(_ text: String) throws(GraphError) -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) else { throw .noNumber(text, for: "$top") }
    guard text.utf8.count <= 3, let size = Int(text), size > 0 else { throw .invalidPageSize(text) }
    return size
  }

  /// `DSpt` and six bytes, which make the tokens of the directory begin with `RFNwd` (observed 2026-09). The rest is this server's own.
  private static let headOfSkipToken: [UInt8] = Array("DSpt".utf8) + [2, 0, 1, 0, 0, 0]

  private static func object(ofSkipToken text: String) throws(GraphError) -> (object: GUID, givenAt: UnixTime) {
    guard let bytes = Base64.decode(text), bytes.starts(with: headOfSkipToken),
      bytes.count == headOfSkipToken.count + 24,
      let guid = GUID(bytes: Array(bytes.dropFirst(headOfSkipToken.count).prefix(16)))
    else { throw .invalidSkipToken }
    return (guid, UnixTime(seconds: bytes.suffix(8).reduce(0) { $0 << 8 | Int64($1) }))
  }

  private static func order(
    _ text: String, _ type: ObjectType, isAdvanced: Bool, isSearch: Bool
  ) throws(GraphError) -> Order {
    let words = text.split(separator: " ").map(String.init)
    let name = words.first ?? ""
    let all = type.orderable + type.orderableWhenAdvanced
    guard let property = all.first(where: { ASCII.equalIgnoringCase($0, name) }),
      words.count == 1 || (words.count == 2 && ["asc", "desc"].contains(words[1]))
    else { throw isSearch || isAdvanced ? .unsupportedProperty : .cannotOrder(by: name, of: type) }
    if !isAdvanced, !type.orderable.contains(property) {
      throw isSearch ? .unsupportedProperty : .cannotOrder(by: property, of: type)
    }
    return Order(property: property, isDescending: words.last == "desc")
  }
}
