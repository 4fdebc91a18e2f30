import Bytes
import HTTPWire
import JSON
import Mail
import Worlds

/// The OData options of a call on messages (Microsoft: "List messages").
struct MailQuery {
  let selected: [String]?
  let wantsCount: Bool
  /// Whether `$expand` asks for what is attached, and for properties of MAPI, of which there are none.
  let showsAttachments: Bool
  let showsProperties: Bool
  private let filter: Filter?
  private let orders: [(property: String, isDescending: Bool)]
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
    let names = option("$select")?.split(separator: ",").map { ASCII.trimmed($0) } ?? ["*"]
    selected = names.contains("*") ? nil : names
    wantsCount = option("$count").map { ASCII.equalIgnoringCase($0, "true") } ?? false
    let expanded = ASCII.lowercased(option("$expand") ?? "")
    showsAttachments = expanded.firstPlace(of: "attachments") != nil
    showsProperties = expanded.firstPlace(of: "singlevalueextendedproperties") != nil
    top = try Self.number(option("$top"), else: 10, in: 1...1_000)
    skip = try Self.number(option("$skip"), else: 0, in: 0...Int.max)
    let parsed = try option("$filter").map { text throws(GraphError) in
      try FilterParser.parse(text, FilterParser.Target(type: .message, version: place.resource.version))
    }
    filter = parsed.map { Self.resolved($0.filter, place) }
    orders = (option("$orderby") ?? "").split(separator: ",").compactMap { part in
      let words = part.split(separator: " ").map(String.init)
      return words.first.map {
        (property: $0, isDescending: words.count > 1 && ASCII.equalIgnoringCase(words[1], "desc"))
      }
    }
    rest = query.split(separator: "&").filter { part in
      !["$skip", "$top"].contains(ASCII.lowercased(Percent.decode(part.prefix { $0 != "=" }) ?? ""))
    }
    // Zammad orders by the time and restricts to what is unread in a folder, which the service does not count as a restriction (chosen).
    let used = (parsed?.uses ?? []).map(\.property).filter { !["isRead", "parentFolderId"].contains($0) }
    let isInOrder =
      used.count >= orders.count
      && zip(orders, used).allSatisfy {
        ASCII.equalIgnoringCase($0.property, $1)
      }
    guard orders.isEmpty || used.isEmpty || isInOrder else { throw GraphError.mail(.inefficient) }
  }

  private static func number(_ text: String?, else usual: Int, in range: ClosedRange<Int>) throws(GraphError) -> Int {
    guard let text else { return usual }
    guard let number = Int(text), range.contains(number) else { throw .invalidPageSize(text) }
    return number
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
  func page(of all: [MailPlace.Found]) -> (items: [MailPlace.Found], count: Int, next: String?) {
    var fitting = all.filter { found in filter?.matches { place.value(of: $0, found) } ?? true }
    for order in orders.reversed() {
      let keyed = fitting.enumerated().map { (key: place.value(of: order.property, $1).text, place: $0, found: $1) }
      fitting = keyed.sorted {
        $0.key == $1.key ? $0.place < $1.place : ($0.key < $1.key) != order.isDescending
      }.map(\.found)
    }
    let page = fitting.dropFirst(skip).prefix(top)
    let next = (rest.map(String.init) + ["$top=\(top)", "$skip=\(skip + top)"]).joined(separator: "&")
    return (Array(page), fitting.count, page.endIndex >= fitting.endIndex ? nil : next)
  }

  /// A message with what the call selects and expands.
  func shown(_ found: MailPlace.Found) -> JSONObject {
    var members = place.members(found, selected)
    if showsProperties { members.append("singleValueExtendedProperties", [] as JSONValue) }
    if showsAttachments {
      let attachments = found.mail.message.attachments
      members.append("attachments", .array(attachments.map { .object(place.members($0, of: found.mail)) }))
    }
    return members
  }
}

extension ObjectType {
  static let message: Self = {
    var type = Self(name: "message", names: MailPlace.names)
    type.filterablePath = { path in
      let first = path.prefix { $0 != "/" }
      return MailPlace.names.contains { ASCII.equalIgnoringCase($0, first) } ? path : nil
    }
    type.isReport = true
    return type
  }()
}
