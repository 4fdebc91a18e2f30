import Bytes
import Directory
import JSON
import YAML

/// The verified domains of a tenant, as a file says them: names, or objects as Graph's `verifiedDomains` has them.
struct VerifiedDomains: Hashable, Sendable {
  /// The initial domain comes first.
  var names: [String]
  /// The domain of new users; nil for the initial one.
  var defaultName: String?

  /// What a new tenant has without a word.
  init(of alias: String) {
    let letters = ASCII.lowercased(alias).utf8.filter { ASCII.isAlphanumeric($0) || $0 == 0x2D }
    names = [String(decoding: letters, as: UTF8.self) + ".onmicrosoft.com"]
  }

  /// As a file of the world says them, which has the domains of the seeds.
  init(_ tenant: Tenant, _ names: Names) {
    self.names = tenant.domains.map(names.domain)
    defaultName = tenant.chosenDefaultDomain.map(names.domain)
  }

  /// Texts, and an object for a default domain that is not the initial one.
  var written: JSONValue {
    .array(
      names.map { name -> JSONValue in
        name == defaultName ? ["name": .string(name), "isDefault": true] : .string(name)
      })
  }

  fileprivate init(names: [String], defaultName: String?) {
    self.names = names
    self.defaultName = defaultName
  }
}

extension WordType where Value == VerifiedDomains {
  private static let wanted = "a list such as [woodgrove.onmicrosoft.com, { name: woodgrove.com, isDefault: true }]"
  private static let form = "a domain such as woodgrove.com"
  private static let name = Shape.text(
    .pattern("^([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?[.])+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$", form))

  static let verifiedDomains = Self(
    .list(
      .either(
        [
          name,
          .object([
            .required("name", name, "The domain."),
            .init("isInitial", .flag, "Whether it is the initial domain."),
            .init("isDefault", .flag, "Whether new users get it."),
            .init("capabilities", .text(.free), "Graph says it. It changes nothing."),
            .init("type", .text(.free), "Graph says it. It changes nothing."),
          ]),
        ], expected: "a domain, or an object with 'name'")), shown: .list(.word), label: "list of domains",
    read: { value, place throws(ScenarioError) in try parsed(value, place) },
    write: { domains, _ in domains.written })

  private static func parsed(_ value: FileValue, _ place: WordPlace) throws(ScenarioError) -> VerifiedDomains {
    var names: [String] = []
    var seen = SeenWords()
    var initial: String?
    var chosen: String?
    for item in try value.list(wanted) {
      guard item.node.entries != nil else {
        names.append(try domain(item, place, beside: &seen))
        continue
      }
      var fields = try FileMapping(item, wanted)
      let name = try domain(fields.require("name", else: "a domain needs 'name'"), place, beside: &seen)
      names.append(name)
      if let mark = fields.take("isInitial"), try mark.bool() { try set(&initial, to: name, mark) }
      if let mark = fields.take("isDefault"), try mark.bool() { try set(&chosen, to: name, mark) }
      for word in ["capabilities", "type"] { _ = fields.take(word) }
      try fields.finish()
    }
    guard !names.isEmpty else { throw value.error("a tenant has one domain at the least; write \(wanted)") }
    if let tenant = place.tenant.flatMap({ place.directory.tenants[$0] }) {
      try checkUse(of: names, instead: tenant, value, place)
    }
    if let initial, let index = names.firstIndex(of: initial) {
      names.remove(at: index)
      names.insert(initial, at: 0)
    }
    return VerifiedDomains(names: names, defaultName: chosen == names.first ? nil : chosen)
  }

  private static func set(_ mark: inout String?, to name: String, _ value: FileValue) throws(ScenarioError) {
    if let other = mark { throw value.error("'\(other)' says '\(value.key)' too; one domain is enough") }
    mark = name
  }

  private static func domain(
    _ value: FileValue, _ place: WordPlace, beside seen: inout SeenWords
  ) throws(ScenarioError) -> String {
    let name = ASCII.lowercased(try value.text(form))
    let labels = name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    let isDomain =
      labels.count > 1
      && labels.allSatisfy { label in
        label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D } && label.first.map { $0 != 0x2D } ?? false
          && label.last != 0x2D
      } && labels.last?.first.map({ (0x61...0x7A).contains($0) }) == true
    guard isDomain else { throw value.error("'\(name)' is not a domain; write one such as woodgrove.com") }
    guard seen.insert(name) else { throw value.error("'\(name)' stands here twice; leave one out") }
    if let owner = place.directory.tenant(ofDomain: name), owner.id != place.tenant {
      throw value.error("'\(owner.alias)' has the domain '\(name)'; a domain belongs to one tenant")
    }
    return name
  }

  /// A domain that sign-in names have cannot go: its users would belong to no tenant.
  private static func checkUse(
    of names: [String], instead tenant: Tenant, _ value: FileValue, _ place: WordPlace
  ) throws(ScenarioError) {
    let kept = SeenWords(names)
    let gone = tenant.domains.filter { !kept.contains($0) }
    guard !gone.isEmpty else { return }
    let users = place.directory.usersInOrder.filter { $0.tenant == tenant.id }
    let firsts = Dictionary(users.map { (ASCII.lowercased(SignInName.domain(of: $0.userPrincipalName)), $0) }) {
      first, _ in first
    }
    for domain in gone {
      if let user = firsts[domain] {
        throw value.error(
          "'\(domain)' is the domain of '\(user.alias)' (\(user.userPrincipalName)); keep it in the list, or begin with 'seeds: none'"
        )
      }
    }
  }
}

extension WordType where Value == String {
  /// Two capital letters.
  static let countryLetterCode = text(
    pattern: "^[A-Z]{2}$", label: "two letters", "two capital letters such as US",
    read: { value, _ throws(ScenarioError) in
      let code = try value.text("two capital letters such as US")
      guard code.utf8.count == 2, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
        throw value.error("'\(code)' is not a country; write two capital letters such as US")
      }
      return code
    })
}
