import Bytes
import HTTPWire
import JSON
import Mail
import Worlds

/// The OData options of a call on messages (Microsoft: "List messages").
struct MailQuery {
  private struct Order {
    let property: String
    let isDescending: Bool
  }

  let selected: [String]?
  let wantsCount: Bool
  /// Whether `$expand` asks for what is attached, and for properties of MAPI, of which there are none.
  let showsAttachments: Bool
  let showsProperties: Bool
  private let filter: Filter?
  private let orders: [Order]
  private let top: Int
  private let skip: Int
  private let place: MailPlace
  private let rest: [Substring]

  /// - Throws: a `GraphError` for an option that cannot be read, and for a name that messages do not have.
  init(_ place: MailPlace) throws(GraphError) {
    self.place = place
    let query = place.resource.call.request.query ?? ""
    guard let fields = FormFields(parsing: query) else { throw .malformedQuery }
    func option(_ name: String) -> String? {
      fields.fields.first { ASCII.equalIgnoringCase($0.name, name) }?.value
    }
    guard option("$search") == nil else { throw .notServed("$search on messages") }
    try ElsewhereQuery.check(place.resource)
    selected = option("$select").flatMap { text in
      let names = text.split(separator: ",").map { ASCII.trimmed($0) }
      return names.contains("*") ? nil : names
    }
    wantsCount = option("$count").map { ASCII.equalIgnoringCase($0, "true") } ?? false
    let expanded = ASCII.lowercased(option("$expand") ?? "")
    showsAttachments = expanded.firstPlace(of: "attachments") != nil
    showsProperties = expanded.firstPlace(of: "singlevalueextendedproperties") != nil
    top = try Self.number(option("$top"), else: 10, in: 1...1_000)
    skip = try Self.number(option("$skip"), else: 0, in: 0...Int.max)
    filter = try option("$filter").map { text throws(GraphError) in
      try Self.resolved(
        FilterParser.parse(text, FilterParser.Target(type: .message, version: place.resource.version)).filter, place)
    }
    orders = (option("$orderby") ?? "").split(separator: ",").compactMap { part in
      let words = part.split(separator: " ")
      return words.first.map {
        Order(property: String($0), isDescending: words.last.map { $0 == "desc" || $0 == "DESC" } ?? false)
      }
    }
    rest = query.split(separator: "&").filter { part in
      !["$skip", "$top"].contains(ASCII.lowercased(Percent.decode(part.prefix { $0 != "=" }) ?? ""))
    }
    if let filter, !orders.isEmpty {
      // Zammad orders by the time and restricts to what is unread in a folder, which is no restriction for the service (chosen).
      let first = Self.names(in: filter).filter { !["isRead", "parentFolderId"].contains($0) }.prefix(orders.count)
      let isSame = zip(orders, first).allSatisfy { ASCII.equalIgnoringCase($0.property, $1) }
      guard first.isEmpty || isSame && first.count == orders.count else { throw GraphError(MailRefusal(.inefficient)) }
    }
  }

  private static func number(_ text: String?, else usual: Int, in range: ClosedRange<Int>) throws(GraphError) -> Int {
    guard let text else { return usual }
    guard let number = Int(text), range.contains(number) else { throw .invalidPageSize(text) }
    return number
  }

  /// The properties that a filter names, in its order.
  private static func names(in filter: Filter) -> [String] {
    switch filter {
    case .equals(let name, _), .startsWith(let name, _), .endsWith(let name, _), .atLeast(let name, _),
      .atMost(let name, _), .above(let name, _), .below(let name, _), .count(let name, _), .contains(let name, _),
      .every(let name, _):
      [name]
    case .all(let filters), .any(let filters): filters.flatMap(names)
    case .not(let filter): names(in: filter)
    }
  }

  /// A folder's name stands for its id.
  private static func resolved(_ filter: Filter, _ place: MailPlace) -> Filter {
    switch filter {
    case .equals("parentFolderId", .string(let key)):
      .equals("parentFolderId", .string(MailFolder(key, in: place.mailbox)?.id(in: place.mailbox) ?? key))
    case .all(let filters): .all(filters.map { resolved($0, place) })
    case .any(let filters): .any(filters.map { resolved($0, place) })
    case .not(let filter): .not(resolved(filter, place))
    default: filter
    }
  }

  /// One page of those that fit, how many fit, and the query of the next page.
  func page(of all: [(mail: KeptMail, copy: MailCopy)], _ view: MailView) -> (
    items: [(mail: KeptMail, copy: MailCopy)], count: Int, next: String?
  ) {
    var fitting = all.filter { found in filter?.matches { view.value(of: $0, found) } ?? true }
    for order in orders.reversed() {
      let keyed = fitting.enumerated().map { (key: view.value(of: order.property, $1).text, place: $0, found: $1) }
      fitting = keyed.sorted {
        $0.key == $1.key ? $0.place < $1.place : ($0.key < $1.key) != order.isDescending
      }.map(\.found)
    }
    let page = fitting.dropFirst(skip).prefix(top)
    let isLast = page.endIndex >= fitting.endIndex
    let next = (rest.map(String.init) + ["$top=\(top)", "$skip=\(skip + top)"]).joined(separator: "&")
    return (Array(page), fitting.count, isLast ? nil : next)
  }
}

extension ObjectType {
  static let message: Self = {
    let declared: @Sendable (String) -> String? = { name in
      MailView.names.first { ASCII.equalIgnoringCase($0, name) }
    }
    var type = Self(name: "message", names: MailView.names)
    type.filterablePath = { path in declared(String(path.prefix { $0 != "/" })) == nil ? nil : path }
    type.isReport = true
    return type
  }()
}
