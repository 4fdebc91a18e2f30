import Bytes
import JSON

/// The tenants that the files name, by id and by domain.
struct TenantBook {
  private(set) var tenants: [DraftTenant] = []
  private let name: String

  init(objects: [DirectoryObject], name: String) {
    self.name = name
    for object in objects where object.kind == .tenant {
      guard let id = object.text("id").flatMap({ GUID($0) }), !KnownIds.isTenant(id), !Placeholder.isMadeUp(id) else {
        continue
      }
      var domains: [String] = []
      var defaultDomain: String?
      if case .array(let values)? = object.members["verifiedDomains"] {
        for case .object(let domain) in values {
          guard case .string(let text)? = domain["name"] else { continue }
          domains.append(ASCII.lowercased(text))
          if domain["isDefault"] == .bool(true) { defaultDomain = ASCII.lowercased(text) }
        }
      }
      guard !tenants.contains(where: { $0.id == id.description }) else { continue }
      tenants.append(
        DraftTenant(
          alias: "", id: id.description, domains: domains, displayName: object.text("displayName") ?? "",
          country: object.text("countryLetterCode"), defaultDomain: defaultDomain, place: object.place))
    }
  }

  /// Takes in every id and domain, and then gives each tenant what it lacks.
  mutating func learn(from apps: [DraftApp], _ remarks: inout [Remark]) {
    for app in apps {
      // One app at a time, and of one app one file at a time: there an id and a domain mean one tenant.
      for candidate in app.candidates { learn(from: candidate, &remarks) }
    }
    if tenants.isEmpty {
      tenants.append(DraftTenant(alias: "", id: "", domains: [], displayName: "", place: nil))
    }
    var aliases = TakenAliases()
    let initial = String(name.filter { $0 != "-" }.prefix(24))
    for index in tenants.indices {
      let label = tenants[index].domains.first?.parts(0x2E).first
      var alias = Aliases.cleaned(label ?? (index == 0 ? "home" : "tenant"))
      if alias.isEmpty { alias = "tenant" }
      tenants[index].alias = aliases.free(like: alias)
      if tenants[index].id.isEmpty {
        tenants[index].hasNoId = true
        tenants[index].id = MadeUpId.id("tenant \(tenants[index].domains.first ?? "")").description
      }
      if !tenants[index].domains.contains(where: { $0.hasSuffix(".onmicrosoft.com") }) {
        tenants[index].domains.append(
          "\(index == 0 ? initial : tenants[index].alias.filter { $0 != "-" }).onmicrosoft.com")
      }
      if tenants[index].displayName.isEmpty {
        tenants[index].displayName = tenants[index].alias.prefix(1).uppercased() + tenants[index].alias.dropFirst()
      }
    }
  }

  /// Azure AD B2C: the tenant of the candidate, and the user flows that it names.
  private mutating func learnFlows(from candidate: Candidate) {
    let flows = candidate.all(.policy).filter { Authority.isFlow($0.value) }
    let isB2C = candidate.findings.contains { finding in
      (finding.fact == .authority || finding.fact == .instance) && Authority(finding.value)?.service == .b2c
    }
    guard isB2C || !flows.isEmpty else { return }
    let names = candidate.findings.filter { $0.fact == .tenant || $0.fact == .domain }.map {
      ASCII.lowercased($0.value)
    }
    let known = tenants.firstIndex { tenant in
      names.contains(tenant.id) || tenant.domains.contains(where: names.contains)
    }
    if known == nil, tenants.isEmpty {
      tenants.append(DraftTenant(alias: "", id: "", domains: [], displayName: "", place: flows.first?.place))
    }
    let index = known ?? 0
    tenants[index].kind = "b2c"
    for flow in flows where !tenants[index].flows.contains(where: { ASCII.equalIgnoringCase($0.name, flow.value) }) {
      tenants[index].flows.append((flow.value, flow.place))
    }
  }

  /// External ID: the tenant whose host the candidate's authority has.
  private mutating func learnKind(from candidate: Candidate) {
    for finding in candidate.findings where finding.fact == .authority || finding.fact == .instance {
      guard let authority = Authority(finding.value), authority.service == .externalId else { continue }
      let names =
        ([authority.tenant].compactMap(\.self) + candidate.all(.tenant).map(\.value)
        + candidate.all(.domain).map(\.value))
        .map { ASCII.lowercased($0) }
      if let index = tenants.firstIndex(where: { names.contains($0.id) || $0.domains.contains(where: names.contains) })
      {
        tenants[index].kind = "external"
      }
    }
  }

  private mutating func learn(from candidate: Candidate, _ remarks: inout [Remark]) {
    defer {
      learnFlows(from: candidate)
      learnKind(from: candidate)
    }
    var ids: [Finding] = []
    var domains: [Finding] = []
    for finding in candidate.findings where finding.fact == .tenant || finding.fact == .domain {
      if let id = GUID(finding.value), !Placeholder.isMadeUp(id), finding.fact == .tenant {
        if !KnownIds.isTenant(id) { ids.append(finding) }
      } else if ValueShape.isDomain(finding.value), !Placeholder.fits(finding.value) {
        domains.append(finding)
      }
    }
    for finding in ids {
      let id = ASCII.lowercased(finding.value)
      if !tenants.contains(where: { $0.id == id }) {
        tenants.append(DraftTenant(alias: "", id: id, domains: [], displayName: "", place: finding.place))
      }
    }
    for finding in domains {
      let domain = ASCII.lowercased(finding.value)
      guard !tenants.contains(where: { $0.domains.contains(domain) }) else { continue }
      if ids.count == 1, let index = tenants.firstIndex(where: { $0.id == ASCII.lowercased(ids[0].value) }) {
        tenants[index].domains.append(domain)
      } else {
        tenants.append(DraftTenant(alias: "", id: "", domains: [domain], displayName: "", place: finding.place))
      }
    }
  }

  /// The tenant that the app is registered in. An app without one of its own is taken to be in the first.
  func tenant(of app: DraftApp, _ remarks: inout [Remark]) -> Int {
    var places: [(index: Int, finding: Finding)] = []
    for finding in app.findings where finding.fact == .tenant || finding.fact == .domain {
      let text = ASCII.lowercased(finding.value)
      guard let index = tenants.firstIndex(where: { $0.id == text || $0.domains.contains(text) }),
        !places.contains(where: { $0.index == index })
      else { continue }
      places.append((index, finding))
    }
    guard let first = places.first else { return 0 }
    for other in places.dropFirst() {
      remarks.append(
        Remark(
          kind: .contradiction,
          text:
            "the tenant of \(app.name.isEmpty ? app.clientId : app.name) is \(other.finding.value) here and \(first.finding.value) in \(first.finding.place); the scenario has the latter",
          place: other.finding.place))
    }
    return first.index
  }
}
