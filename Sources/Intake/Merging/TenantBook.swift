import Bytes
import JSON
import LooseFormats

/// The tenants that the files name, by id and by domain.
struct TenantBook {
  private(set) var tenants: [DraftTenant] = []
  private let name: String
  /// The number of the tenant that has this id or domain: there may be as many tenants as apps.
  private var places: [String: Int] = [:]
  /// The tenants of apps that name none, by the kind of their service.
  private var usual: [String?: Int] = [:]

  init(objects: [DirectoryObject], name: String) {
    self.name = name
    for object in objects where object.kind == .tenant {
      guard let id = object.text("id").flatMap({ GUID($0) }), !KnownIds.isTenant(id), !Placeholder.isMadeUp(id),
        places[id.description] == nil
      else { continue }
      var domains: [String] = []
      var defaultDomain: String?
      for domain in object.members["verifiedDomains"]?.array ?? [] {
        guard let text = domain["name"]?.string.map({ ASCII.lowercased($0) }) else { continue }
        domains.append(text)
        if domain["isDefault"] == .bool(true) { defaultDomain = text }
      }
      append(
        DraftTenant(
          id: id.description, domains: domains, displayName: object.text("displayName") ?? "",
          country: object.text("countryLetterCode"), defaultDomain: defaultDomain, place: object.place))
    }
  }

  private mutating func append(_ tenant: DraftTenant) {
    tenants.append(tenant)
    note(tenants.count - 1)
  }

  private mutating func note(_ index: Int) {
    for name in [tenants[index].id] + tenants[index].domains where places[name] == nil { places[name] = index }
  }

  /// Takes in every id and domain, and then gives each tenant what it lacks.
  mutating func learn(from apps: [DraftApp], _ remarks: inout [Remark]) {
    for app in apps {
      // One app at a time, and of one app one file at a time: there an id and a domain mean one tenant.
      for candidate in app.candidates { learn(from: candidate) }
    }
    tenants.removeAll { $0.id.isEmpty && $0.domains.isEmpty }
    places = [:]
    for index in tenants.indices { note(index) }
    // Those that name their tenants first: the others are in one of the same kind.
    for isNamed in [true, false] {
      for app in apps {
        for candidate in app.candidates
        where ((tenant(named: candidate.findings) ?? tenant(named: app.findings)) != nil) == isNamed {
          learnKind(from: candidate, of: app)
        }
      }
    }
    // An app that names no tenant, and no service with tenants of its own, is of an organization's.
    let isHomeless = apps.contains {
      Self.kind(of: $0.findings, $0.candidates) == nil && tenant(named: $0.findings) == nil
    }
    let isEveryOther = tenants.allSatisfy { $0.kind != nil && $0.id.isEmpty && $0.domains.isEmpty }
    if isHomeless && isEveryOther || tenants.isEmpty { tenants.insert(DraftTenant(), at: 0) }
    var aliases = TakenAliases()
    // A domain belongs to one tenant, and a made-up one is not one of another's.
    var domains: Set<String> = []
    let named = Set(tenants.flatMap(\.domains))
    let initial = String(name.filter { $0 != "-" }.prefix(24))
    for index in tenants.indices {
      tenants[index].hasNoName = tenants[index].id.isEmpty && tenants[index].domains.isEmpty
      let label = tenants[index].domains.first?.parts(0x2E).first
      var alias = TakenAliases.cleaned(label ?? (index == 0 ? "home" : tenants[index].kind ?? "tenant"))
      if alias.isEmpty { alias = "tenant" }
      tenants[index].alias = aliases.free(like: alias)
      if tenants[index].id.isEmpty {
        tenants[index].hasNoId = true
        tenants[index].id =
          MadeUpId.id("tenant \(tenants[index].domains.first ?? (index == 0 ? "" : alias))").description
      }
      if !tenants[index].domains.contains(where: { $0.hasSuffix(".onmicrosoft.com") }) {
        let label = index == 0 ? initial : tenants[index].alias.filter { $0 != "-" }
        let isTaken = named.contains("\(label).onmicrosoft.com")
        tenants[index].domains.append("\(label)\(isTaken ? "\(index + 1)" : "").onmicrosoft.com")
      }
      tenants[index].domains = tenants[index].domains.filter { domains.insert($0).inserted }
      if tenants[index].domains.isEmpty {
        tenants[index].domains = ["\(tenants[index].alias.filter { $0 != "-" })\(index).onmicrosoft.com"]
      }
      if tenants[index].displayName.isEmpty {
        tenants[index].displayName = tenants[index].alias.prefix(1).uppercased() + tenants[index].alias.dropFirst()
      }
    }
    places = [:]
    for index in tenants.indices { note(index) }
    for kind in Set(tenants.map(\.kind)) { usual[kind] = unnamed(kind) ?? tenants.firstIndex { $0.kind == kind } }
  }

  /// `b2c` or `external` for the service whose host or user flows the candidate names; nil for an organization's own tenant.
  static func kind(of findings: [Finding], _ candidates: [Candidate]) -> String? {
    let services = Candidate.services(findings)
    if services.contains(.b2c) || findings.contains(where: { $0.fact == .policy && Authority.isFlow($0.value) }) {
      return "b2c"
    }
    if services.contains(.externalId) { return "external" }
    // A section may name the service and leave the values to others.
    let isNamed = candidates.contains { !Set($0.words).isDisjoint(with: ["b2c", "azureadb2c", "azureb2c"]) }
    return isNamed && !services.contains(.entra) ? "b2c" : nil
  }

  /// The kind of the candidate's tenant, and the user flows that it names. A tenant that no file names is one for each kind.
  private mutating func learnKind(from candidate: Candidate, of app: DraftApp) {
    guard let kind = Self.kind(of: candidate.findings, [candidate]) else { return }
    let index =
      tenant(named: candidate.findings) ?? tenant(named: app.findings) ?? unnamed(kind)
      ?? tenants.firstIndex { $0.kind == kind }
    let place = candidate.findings.first?.place
    if index == nil { append(DraftTenant(place: place)) }
    let own = index ?? tenants.count - 1
    if tenants[own].kind == nil || kind == "b2c" { tenants[own].kind = kind }
    for flow in candidate.all(.policy)
    where Authority.isFlow(flow.value) && !Placeholder.fits(flow.value)
      && !tenants[own].flows.contains(where: { ASCII.equalIgnoringCase($0.name, flow.value) })
    {
      tenants[own].flows.append((flow.value, flow.place))
    }
  }

  private func unnamed(_ kind: String?) -> Int? {
    tenants.firstIndex { $0.kind == kind && ($0.hasNoName || $0.id.isEmpty && $0.domains.isEmpty) }
  }

  private func tenant(named findings: [Finding]) -> Int? {
    for finding in findings where finding.fact == .tenant || finding.fact == .domain {
      if let index = places[ASCII.lowercased(finding.value)] { return index }
    }
    return nil
  }

  private mutating func learn(from candidate: Candidate) {
    var ids: [Finding] = []
    var domains: [Finding] = []
    for finding in candidate.findings where finding.fact == .tenant || finding.fact == .domain {
      if let id = GUID(finding.value), !Placeholder.isMadeUp(id), finding.fact == .tenant {
        let isNew = !ids.contains { ASCII.equalIgnoringCase($0.value, finding.value) }
        if !KnownIds.isTenant(id), isNew { ids.append(finding) }
      } else if ValueShape.isDomain(finding.value), !Placeholder.fits(finding.value) {
        domains.append(finding)
      }
    }
    for finding in ids {
      let id = ASCII.lowercased(finding.value)
      if places[id] == nil { append(DraftTenant(id: id, place: finding.place)) }
    }
    let only = ids.count == 1 ? places[ASCII.lowercased(ids[0].value)] : nil
    for finding in domains {
      let domain = ASCII.lowercased(finding.value)
      if let other = places[domain] {
        // Elsewhere it stood without its id.
        guard let own = only, tenants[other].id.isEmpty else { continue }
        tenants[own].domains += tenants[other].domains
        for name in tenants[other].domains { places[name] = own }
        tenants[other].domains = []
      } else if let only {
        tenants[only].domains.append(domain)
        note(only)
      } else {
        append(DraftTenant(domains: [domain], place: finding.place))
      }
    }
  }

  /// The tenant that the app is registered in. An app without one of its own is taken to be in the first.
  func tenant(of app: DraftApp, _ remarks: inout [Remark]) -> Int {
    var named: [(index: Int, finding: Finding)] = []
    for finding in app.findings where finding.fact == .tenant || finding.fact == .domain {
      guard let index = places[ASCII.lowercased(finding.value)],
        !named.contains(where: { $0.index == index })
      else { continue }
      named.append((index, finding))
    }
    guard let first = named.first else {
      return usual[Self.kind(of: app.findings, app.candidates)] ?? 0
    }
    for other in named.dropFirst() {
      remarks.add(
        .contradiction,
        "the tenant of \(app.name.isEmpty ? app.clientId : app.name) is \(other.finding.value) here and \(first.finding.value) in \(first.finding.place); the scenario has the latter",
        at: other.finding.place)
    }
    return first.index
  }
}
