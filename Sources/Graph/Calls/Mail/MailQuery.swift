import Bytes
import HTTPWire
import JSON
import Mail
import Policy
import Worlds

/// The OData options of a call on what the mail service keeps, and the answers to such a call (Microsoft: "List messages"). `$skip` names a page, and
/// no option needs a switch.
struct MailQuery {
  private let place: MailPlace
  private let fields: FormFields
  private let selected: [String]?
  /// What `$expand` says, in small letters. Of the properties of MAPI that it may name there are none.
  private let expanded: String

  /// - Throws: a `GraphError` for an option that cannot be read, and for a name that a closed type does not have.
  init(_ place: MailPlace) throws(GraphError) {
    guard let fields = FormFields(parsing: place.resource.call.request.query ?? "") else { throw .malformedQuery }
    guard fields.option("$search") == nil else { throw .notServed("$search on messages") }
    try ElsewhereQuery.check(place.resource)
    let names = fields.option("$select")?.split(separator: ",").map { ASCII.trimmed($0) } ?? ["*"]
    (self.place, self.fields) = (place, fields)
    selected = names.contains("*") ? nil : names
    expanded = ASCII.lowercased(fields.option("$expand") ?? "")
  }

  /// What `$expand` adds to a message. Of properties of MAPI there are none.
  func added(to mail: KeptMail) -> JSONObject {
    guard !place.isBasic else { return [:] }
    var members = JSONObject()
    if expanded.firstPlace(of: "singlevalueextendedproperties") != nil {
      members.append("singleValueExtendedProperties", [] as JSONValue)
    }
    if expanded.firstPlace(of: "attachments") != nil {
      members.append(
        "attachments", .array(mail.message.attachments.map { .object(place.shown($0, of: mail)) }))
    }
    return members
  }

  /// Answers with one object.
  func one(
    _ object: JSONObject, _ added: JSONObject = [:], at path: String, because reason: String,
    _ exchange: inout Exchange
  ) -> HTTPResponse {
    place.answer(
      JSONObject(place.selected(object, selected).members + added.members), context: place.context(path, selected),
      because: reason, &exchange)
  }

  /// Answers with one page of those that fit. `usual` is how many a page has when the call does not say.
  func list<Item>(
    _ all: [Item], _ shown: (Item) -> JSONObject, of type: String, at path: String, usually usual: Int = 10,
    _ exchange: inout Exchange, adding added: (Item) -> JSONObject = { _ in [:] }
  ) throws(GraphError) -> HTTPResponse {
    let fitting = try fitting(all, type, shown)
    let top = try number("$top", else: usual, in: 1...1_000)
    let skip = try number("$skip", else: 0, in: 0...Int.max)
    let page = fitting.dropFirst(skip).prefix(top)
    let call = place.resource.call
    var members = JSONObject()
    if fields.option("$count").map({ ASCII.equalIgnoringCase($0, "true") }) ?? false {
      members.append("@odata.count", .integer(Int64(fitting.count)))
    }
    if page.endIndex < fitting.endIndex {
      let options = FormFields.options(in: call.request.query, except: ["$skip", "$top"])
      let query = (options + ["$top=\(top)", "$skip=\(skip + top)"]).joined(separator: "&")
      members.append("@odata.nextLink", .string("\(call.origin.graph)\(call.request.path)?\(query)"))
    }
    let objects = page.map { item in
      JSONValue.object(JSONObject(place.selected(shown(item), selected).members + added(item).members))
    }
    members.append("value", .array(objects))
    return place.answer(
      members, context: place.context(path, selected, isEntity: false),
      because: "\(page.count) of \(fitting.count) \(type) objects", &exchange)
  }

  private func number(_ name: String, else usual: Int, in range: ClosedRange<Int>) throws(GraphError) -> Int {
    guard let text = fields.option(name) else { return usual }
    guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) else { throw .noNumber(text, for: name) }
    guard let number = Int(text), range.contains(number) else { throw .invalidPageSize(text) }
    return number
  }

  /// Those that meet `$filter`, in the order of `$orderby`.
  private func fitting<Item>(
    _ all: [Item], _ type: String, _ shown: (Item) -> JSONObject
  ) throws(GraphError) -> [Item] {
    let target = FilterParser.Target(type: .ofMail(type), version: place.resource.version)
    let parsed = try fields.option("$filter").map { text throws(GraphError) in try FilterParser.parse(text, target) }
    let orders = (fields.option("$orderby") ?? "").split(separator: ",").compactMap { part in
      let words = ASCII.words(String(part))
      return words.first.map {
        ListQuery.Order(property: $0, isDescending: words.count > 1 && ASCII.equalIgnoringCase(words[1], "desc"))
      }
    }
    // Zammad orders by the time and restricts to what is unread in a folder, which the service does not count as a restriction (chosen).
    let used = (parsed?.uses ?? []).map(\.property).filter { !["isRead", "parentFolderId"].contains($0) }
    let isInOrder =
      used.count >= orders.count && zip(orders, used).allSatisfy { ASCII.equalIgnoringCase($0.property, $1) }
    guard orders.isEmpty || used.isEmpty || isInOrder else { throw .mail(.inefficient) }
    guard parsed != nil || !orders.isEmpty else { return all }
    var pairs = all.map { (item: $0, object: shown($0)) }
    if let filter = parsed.map({ resolved($0.filter) }) {
      pairs = pairs.filter { pair in filter.matches { Self.value(of: $0, in: pair.object) } }
    }
    for order in orders.reversed() {
      pairs = ListQuery.sorted(pairs, by: order) { Self.value(of: order.property, in: $0.object) }
    }
    return pairs.map(\.item)
  }

  /// Of a path such as `from/emailAddress/address`.
  private static func value(of path: String, in object: JSONObject) -> JSONValue {
    path.split(separator: "/").reduce(.object(object)) { $0.object?.member(String($1)) ?? .null }
  }

  /// A folder's name stands for its id.
  private func resolved(_ filter: Filter) -> Filter {
    switch filter {
    case .equals("parentFolderId", .string(let key)):
      .equals("parentFolderId", .string(MailFolder(key, in: place.mailbox)?.id(in: place.mailbox) ?? key))
    case .all(let filters): .all(filters.map(resolved))
    case .any(let filters): .any(filters.map(resolved))
    case .not(let filter): .not(resolved(filter))
    default: filter
    }
  }
}

extension ObjectType {
  /// A type of the mail service, of which `$filter` may name every member, and what is in one.
  fileprivate static func ofMail(_ name: String) -> Self {
    let known = GraphProperties(of: name)
    var type = Self(name: name, declaredName: { name, _ in known?.kind(of: name)?.name })
    type.filterablePath = { path in known?.kind(of: String(path.prefix { $0 != "/" })) == nil ? nil : path }
    type.takesParts = true
    type.refusesUnknownFilter = true
    type.literal = { name in
      guard let kind = known?.kind(of: name), !kind.isCollection else { return nil }
      return FilterLiteral.Kind(rawValue: "Edm.\(kind.type)")
    }
    return type
  }
}
