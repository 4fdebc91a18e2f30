import Bytes
import LooseFormats

/// Puts the values of environment variables, which other files have, in the place of references.
struct CandidateResolver {
  private let found: Found
  private let authorities: [String: [Finding]]

  init(_ found: Found) {
    self.found = found
    authorities = Dictionary(grouping: found.loose.filter { $0.finding.fact == .authority }, by: \.project)
      .mapValues { $0.map(\.finding) }
  }

  func resolved() -> [Candidate] {
    found.candidates.map { written in
      var candidate = written
      let names: [Fact] = [.tenant, .authority, .domain, .instance]
      if candidate[.clientId] != nil || candidate.isProvider, !candidate.isExport,
        !candidate.findings.contains(where: { names.contains($0.fact) })
      {
        let near = authorities[candidate.project] ?? []
        candidate.findings += [near.first { $0.place.file == candidate.file } ?? near.first].compactMap(\.self)
      }
      for index in candidate.findings.indices { resolve(&candidate.findings[index], in: written) }
      completeAuthority(of: &candidate)
      // A list in one variable is a list.
      candidate.findings = candidate.findings.flatMap(Self.parts)
      return candidate
    }
  }

  private static func parts(_ finding: Finding) -> [Finding] {
    guard [.scope, .exposedScope].contains(finding.fact), !Placeholder.isSentence(finding.value),
      finding.value.utf8.contains(where: { $0 == 0x20 || $0 == 0x2C })
    else { return [finding] }
    return LineSettings.list(finding.value).map { part in
      var finding = finding
      finding.value = part
      return finding
    }
  }

  private func resolve(_ finding: inout Finding, in candidate: Candidate) {
    if found.variables.has(finding.key, at: finding.place) { finding.variable = finding.key }
    guard finding.value.firstPlace(of: "${") != nil else { return }
    if let parts = Reference.parts(of: finding.value) { finding.variable = parts.name }
    let (text, place) = found.variables.resolved(finding.value, in: candidate.file, of: candidate.project)
    finding.value = text
    if let parts = Reference.parts(of: text) { finding.variable = parts.name }
    // It stands there, and that is where another value would have to be put.
    if let place, !text.isEmpty, Reference.parts(of: text) == nil { finding.place = place }
  }

  /// An authority in two keys: what `Instance` says counts for the service alone. An authority with the tenant in it says
  /// the tenant.
  private func completeAuthority(of candidate: inout Candidate) {
    for finding in candidate.findings where finding.fact == .authority || finding.fact == .instance {
      guard let authority = Authority(finding.value), let tenant = authority.tenant else { continue }
      guard [.entra, .externalId, .b2c].contains(authority.service) else { continue }
      if let policy = authority.policy {
        var flow = finding
        flow.fact = .policy
        flow.value = policy
        candidate.findings.append(flow)
      }
      var copy = finding
      // The metadata of one app of SAML.
      if candidate.isProvider, candidate[.clientId] == nil, let id = finding.value.components(of: "appid=").first {
        copy.fact = .clientId
        copy.value = id.parts(0x26).first ?? ""
        candidate.findings.append(copy)
      }
      copy.fact = .tenant
      copy.value = Percent.decode(tenant) ?? tenant
      if let name = Reference.parts(of: copy.value)?.name { copy.variable = name }
      if copy.value == "v2.0" || copy.value == "oauth2" { continue }
      candidate.findings.append(copy)
      // An address may name the tenant by its host and by its id.
      guard GUID(copy.value) != nil, let domain = authority.domain else { continue }
      copy.fact = .domain
      copy.value = domain
      candidate.findings.append(copy)
    }
  }
}

/// Finds a client id and a tenant id that stand in each other's place.
enum SwapCheck {
  static func run(_ candidates: inout [Candidate], _ remarks: inout [Remark]) {
    var tenants: [String: Int] = [:]
    var clients: [String: Int] = [:]
    for candidate in candidates {
      for finding in candidate.findings {
        let id = ASCII.lowercased(finding.value)
        guard GUID(id) != nil else { continue }
        // An address says what it means more surely than a key.
        let isAddress = KeyWords(finding.key).fact == .authority
        if finding.fact == .tenant { tenants[id, default: 0] += isAddress ? 3 : 1 }
        if finding.fact == .clientId { clients[id, default: 0] += candidate.isExport ? 5 : 1 }
      }
    }
    for index in candidates.indices {
      guard let client = candidates[index][.clientId],
        let tenant = candidates[index].findings.first(where: {
          $0.fact == .tenant && KeyWords($0.key).fact != .authority
        })
      else { continue }
      let id = ASCII.lowercased(client.value)
      let other = ASCII.lowercased(tenant.value)
      if GUID(id) != nil, id == other {
        remarks.add(
          .contradiction, "\(client.key) and \(tenant.key) have the same value; one of them is wrong", at: client.place)
        continue
      }
      let isSwappedText =
        Placeholder.fits(client.value) && Placeholder.fits(tenant.value) && speaksOfTenant(client.value)
        && !speaksOfTenant(tenant.value) && speaksOfClient(tenant.value)
      let asWritten = clients[id, default: 0] + tenants[other, default: 0]
      let exchanged = clients[other, default: 0] + tenants[id, default: 0]
      // Asked for seldom: it goes through all candidates.
      func isEarlier() -> Bool {
        candidates[..<index].contains { ASCII.lowercased($0[.clientId]?.value ?? "") == other }
      }
      let isSwapped =
        GUID(id) != nil && GUID(other) != nil && clients[other, default: 0] > 0 && tenants[id, default: 0] > 0
        && (exchanged > asWritten || exchanged == asWritten && isEarlier())
      guard isSwapped || isSwappedText else { continue }
      for position in candidates[index].findings.indices {
        let finding = candidates[index].findings[position]
        if finding.fact == .clientId, finding.place == client.place {
          candidates[index].findings[position].value = tenant.value
        }
        if finding.fact == .tenant, finding.place == tenant.place {
          candidates[index].findings[position].value = client.value
        }
      }
      remarks.add(
        .swapped,
        "\(client.key) and \(tenant.key) stand in each other's place here; \(isSwappedText ? "the texts in them say so" : "other places have them the other way round"). The scenario has one app, with \(isSwappedText ? "an id of its own" : other) as its client id",
        at: client.place)
    }
  }

  private static func speaksOfTenant(_ text: String) -> Bool {
    ASCII.lowercased(text).firstPlace(of: "tenant") != nil && !speaksOfClient(text)
  }

  private static func speaksOfClient(_ text: String) -> Bool {
    let small = ASCII.lowercased(text)
    return small.firstPlace(of: "client") != nil || small.firstPlace(of: "appl") != nil
      || small.firstPlace(of: "app_id") != nil
  }
}
