import Bytes
import JSON
import LooseFormats

/// Makes one draft from what all files say: references are followed, what belongs together is put together, contradictions are
/// told, and what is missing is made up.
struct Merger {
  private var found: Found
  private let name: String

  init(_ found: Found, name: String) {
    self.found = found
    self.found.index()
    self.name = name
  }

  func draft() -> Draft {
    var candidates = CandidateResolver(found).resolved()
    var remarks = found.remarks
    candidates = Environments.choose(withoutStrangers(candidates, &remarks), &remarks)
    candidates += withoutSettings(besides: candidates)
    candidates = withoutPages(candidates)
    SwapCheck.run(&candidates, &remarks)
    let groups = CandidateLinker(candidates, apiProjects: apiProjects(candidates)).groups()
    var tenants = TenantBook(objects: found.objects, name: name)
    var apps = groups.compactMap { group in
      AppBuilder(group.map { candidates[$0] }, found: found).app(&remarks)
    }
    withoutDeployments(&apps, &remarks)
    joinTemplates(&apps, &remarks)
    tenants.learn(from: apps, &remarks)
    for index in apps.indices { apps[index].tenant = tenants.tenant(of: apps[index], &remarks) }
    APIResolver.run(&apps, loose: found.loose.filter { $0.finding.fact != .authority }, &remarks)
    addPermissions(to: &apps, &remarks)
    LoneAPI.run(&apps, &remarks)
    ReferenceCheck.run(&apps, &remarks)
    Aliases.name(&apps, fallback: name)
    for index in apps.indices { RedirectResolver.run(&apps[index], found, &remarks) }
    remarks += near()
    var draft = Draft(name: name)
    draft.tenants = tenants.tenants
    draft.apps = apps
    draft.remarks = remarks
    ObjectMerger(found.objects).add(to: &draft)
    return draft
  }

  /// Apps of frameworks that read their settings from where no file shows them, such as user secrets or the environment.
  private func withoutSettings(besides candidates: [Candidate]) -> [Candidate] {
    var taken = Set(candidates.filter { $0[.clientId] != nil || $0[.audience] != nil }.map(\.project))
    var output: [Candidate] = []
    let hints = found.hints.all.filter { !$0.convention.settings.isEmpty }
    let calls = hints.filter(\.isCall)
    let used = Set(found.candidates.map(\.section))
    let frontends = Set(candidates.filter(\.isFrontend).map(\.project))
    for hint in calls.filter({ $0.kind != nil }) + calls + hints
    where PathName.nearest(to: hint.project, among: taken) == nil {
      let beside = found.hints.at(.project(hint.project))
      // The page of a server may have its settings there.
      let isServers =
        hint.kind == .spa
        && (beside.contains { $0.kind == .spa && $0.section.map(used.contains) == true }
          || frontends.contains { $0 != hint.project })
      guard beside.contains(where: { $0.kind != nil }), !isServers else { continue }
      taken.insert(hint.project)
      var candidate = Candidate(file: hint.place.file, project: hint.project)
      candidate.words = KeyWords.all(hint.section ?? "")
      for (fact, name) in zip([Fact.clientId, .secret, .tenant], hint.convention.settings) {
        let parts = name.parts(0x3A)
        let own = hint.section.map { parts.count > 1 ? "\($0):\(parts[parts.count - 1])" : name } ?? name
        candidate.add(fact, "", line: hint.place.line, key: own)
        candidate.findings[candidate.findings.count - 1].variable =
          parts.count > 1 ? own.parts(0x3A).joined(separator: ".") : nil
        // What calls others in its own name has a secret.
        let isCaller = beside.contains { $0.kind == .daemon }
        guard fact == .clientId, parts.count > 1, hint.convention.tenant == nil else { continue }
        if isCaller { candidate.add(.secret, "", line: hint.place.line, key: "\(own.dropLast(8))ClientSecret") }
        let hasTenant = found.objects.contains {
          $0.kind == .tenant && PathName.isInside($0.place.file, of: hint.project)
        }
        // Blazor WebAssembly has the whole address.
        let (fact, key) = hint.kind == .spa ? (Fact.authority, "Authority") : (.tenant, "TenantId")
        if !hasTenant { candidate.add(fact, "", line: hint.place.line, key: "\(own.dropLast(8))\(key)") }
      }
      output.append(candidate)
    }
    // An API that checks who issued a token, and not for whom.
    if taken.isEmpty {
      for (project, finding) in found.loose where finding.fact == .authority && !taken.contains(project) {
        guard found.hints.at(.project(project)).contains(where: { $0.kind == .api }) else { continue }
        taken.insert(project)
        var candidate = Candidate(file: finding.place.file, project: project)
        candidate.add(.clientId, "", line: finding.place.line, key: "the API's id")
        let tenant = Authority(Reference.resolve(finding.value) { _ in nil })?.tenant
        candidate.add(.tenant, tenant, line: finding.place.line, key: finding.key)
        output.append(candidate)
      }
    }
    // An app that asks its users for the client id has the address of its answers alone.
    for other in found.candidates
    where other[.clientId] == nil && PathName.nearest(to: other.project, among: taken) == nil {
      taken.insert(other.project)
      guard let uri = other[.nativeRedirect], uri.value.hasPrefix("msauth://") else { continue }
      var candidate = Candidate(file: other.file, project: other.project)
      candidate.add(.clientId, "", line: uri.place.line, key: "the client id")
      output.append(candidate)
    }
    return output
  }

  /// An API may name its page: as one of its audiences, or as its client id beside the audience that it has itself.
  private func withoutPages(_ candidates: [Candidate]) -> [Candidate] {
    let pages = Set(candidates.filter { found.pages.contains($0.project) }.compactMap { $0[.clientId]?.audienceId })
    return candidates.map { candidate in
      func isPage(_ finding: Finding) -> Bool { finding.audienceId.map(pages.contains) == true }
      let own = candidate.all(.audience).filter { $0.audienceId != nil && !isPage($0) }
      guard !own.isEmpty, !found.pages.contains(candidate.project) else { return candidate }
      var candidate = candidate
      candidate.findings.removeAll { [.audience, .clientId].contains($0.fact) && isPage($0) }
      return candidate
    }
  }

  /// What a template makes, and the one program of that kind, or of that name, whose settings are there too, are one registration.
  private func joinTemplates(_ apps: inout [DraftApp], _ remarks: inout [Remark]) {
    let planned = apps.indices.filter { apps[$0].candidates.allSatisfy(\.isPlanned) }
    let others = apps.indices.filter { place in
      !planned.contains(place) && !apps[place].candidates.contains { $0.isExport || $0.isDeployment || $0.isProvider }
    }
    guard !planned.isEmpty, !others.isEmpty else { return }
    let words = apps.map { app in
      let text = "\(app.name) \(PathName.last(of: app.project)) \(app.candidates.first?.name ?? "")"
      return Set(KeyWords.all(text).filter { $0.utf8.count > 2 && !EntraSign.arePlain([$0]) })
    }
    var pairs: [(planned: Int, other: Int)] = []
    for place in planned {
      let same = others.filter { apps[$0].kind == apps[place].kind }
      let named = same.filter { !words[$0].isDisjoint(with: words[place]) }
      let alone = planned.filter { apps[$0].kind == apps[place].kind }.count == 1 && same.count == 1
      guard let other = named.count == 1 ? named[0] : alone ? same[0] : nil,
        !pairs.contains(where: { $0.other == other })
      else { continue }
      pairs.append((place, other))
    }
    for pair in pairs {
      guard
        let app = AppBuilder(apps[pair.other].candidates + apps[pair.planned].candidates, found: found).app(&remarks)
      else { continue }
      apps[pair.other] = app
      apps[pair.planned].clientId = ""
    }
    apps.removeAll { $0.clientId.isEmpty }
  }

  /// What a pipeline signs in as in order to deploy is not an app of the program, where there is a program.
  private func withoutDeployments(_ apps: inout [DraftApp], _ remarks: inout [Remark]) {
    func isDeployment(_ app: DraftApp) -> Bool { app.candidates.allSatisfy(\.isDeployment) }
    guard apps.contains(where: { !isDeployment($0) }) else { return }
    for app in apps where isDeployment(app) {
      remarks.add(
        .leftAlone, "\(app.clientId) is what this pipeline signs in as; run 'mockidp init' on this file for it",
        at: app.idFinding?.place)
    }
    apps.removeAll(where: isDeployment)
  }

  /// A daemon that calls Graph asks for what an administrator has consented to, which no settings say: to read users, as a rule.
  private func addPermissions(to apps: inout [DraftApp], _ remarks: inout [Remark]) {
    let projects = Set(found.hints.all.filter { $0.convention.name == "Microsoft Graph" }.map(\.project))
    for index in apps.indices where apps[index].kind == .daemon && projects.contains(apps[index].project) {
      let app = apps[index]
      guard app.first(.applicationPermission) == nil, app.member("requiredResourceAccess") == nil,
        let place = app.idFinding?.place
      else { continue }
      apps[index].add(Finding(.applicationPermission, "User.Read.All", at: place, key: "Graph", isAssumed: true))
      remarks.add(
        .assumption, "no file says which permissions of Graph this daemon has; the scenario has User.Read.All",
        at: place)
    }
  }

  /// What looked like an app and is none, once for each file.
  private func near() -> [Remark] {
    let counts = Dictionary(found.near.map { ($0.place.file, 0) }) { count, _ in count + 1 }
    var files: Set<String> = []
    return found.near.filter { files.insert($0.place.file).inserted }.map { miss in
      let more = counts[miss.place.file].map { $0 == 0 ? "" : " and \($0) more" } ?? ""
      let text = "\(miss.key)\(more): nothing beside it speaks of Microsoft Entra"
      return Remark(kind: .near, text: text, place: miss.place)
    }
  }

  /// The projects that are APIs by their sources.
  private func apiProjects(_ candidates: [Candidate]) -> Set<String> {
    var projects = Set(found.hints.all.filter { $0.kind == .api }.map(\.project))
    for sample in candidates where sample[.kind]?.value == ClientKind.api.rawValue {
      for candidate in candidates
      where sample.settingsFiles.contains(where: { ASCII.equalIgnoringCase($0, candidate.file) }) {
        projects.insert(candidate.project)
      }
    }
    return projects
  }

  /// Leaves out what does not speak of Microsoft anywhere in its project, and Microsoft's own apps.
  private func withoutStrangers(_ candidates: [Candidate], _ remarks: inout [Remark]) -> [Candidate] {
    let signs = found.hints.all.filter { $0.convention.provider == nil }
    let projects = Set(candidates.filter { !$0.isWeak }.map(\.project) + signs.map(\.project))
    return candidates.filter { candidate in
      if candidate.isProvider, !candidate.isExport {
        let services = Candidate.services(candidate.findings)
        if services.contains(where: { $0 == .entra || $0 == .externalId }) { return true }
        if services.isEmpty, !candidate.isWeak || projects.contains(candidate.project) { return true }
        remarks.add(
          services.isEmpty ? .near : .leftAlone,
          "a service provider of SAML\(services.isEmpty ? ": nothing beside it speaks of Microsoft Entra" : ", at another identity provider")",
          at: candidate.findings[0].place)
        return false
      }
      let own = candidate[.clientId] ?? candidate[.audience]
      if let id = own?.audienceId, KnownIds.isApp(id) {
        remarks.add(.leftAlone, "\(id) is an app of Microsoft's, which every tenant has", at: own?.place)
        return false
      }
      guard let id = candidate[.clientId], !candidate.isExport, !SettingsGroup.canBeId(id.value) else {
        return !candidate.isWeak || projects.contains(candidate.project)
      }
      remarks.add(.near, "\(id.key): what it stands for is not an id of Microsoft Entra", at: id.place)
      return false
    }
  }
}
