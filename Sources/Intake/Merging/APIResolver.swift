import Bytes
import JSON
import LooseFormats

/// Finds the APIs that scopes are about: apps of the draft, apps that only the scopes tell of, and Microsoft's.
struct APIResolver {
  private var apps: [DraftApp]
  /// The apps of each project, by their numbers, as far as files tell of them.
  private let projects: [String: [Int]]
  private let folders: Set<String>
  /// Where the APIs are. Each scope is looked up, and there may be as many APIs as scopes.
  private var apis = APIPlaces()
  private var remarks: [Remark] = []

  /// `loose`: scopes in files without a client id, with the folders of their projects.
  static func run(
    _ apps: inout [DraftApp], loose: [(project: String, finding: Finding)], _ remarks: inout [Remark]
  ) {
    // A client's settings name the API that it calls.
    let ids = Set(apps.map(\.clientId))
    for index in apps.indices where apps[index].kind != .api {
      let own = apps[index].clientId
      apps[index].findings.removeAll { finding in
        let id = [.identifierUri, .audience].contains(finding.fact) ? finding.audienceId?.description : nil
        return id.map { $0 != own && ids.contains($0) } ?? false
      }
    }
    var resolver = APIResolver(apps: apps)
    for (project, finding) in loose { resolver.attach(finding, of: project) }
    for index in apps.indices { resolver.resolve(index) }
    apps = resolver.apps
    remarks += resolver.remarks
  }

  private init(apps: [DraftApp]) {
    self.apps = apps
    projects = Dictionary(grouping: apps.indices) { apps[$0].project }
    folders = Set(projects.keys)
    for index in apps.indices { apis.add(apps[index], index) }
  }

  /// The app of a project, or of the nearest project above it, asks for the scope; a short one is the API's own.
  private mutating func attach(_ finding: Finding, of project: String) {
    var own = (projects[project] ?? []).filter { !apps[$0].candidates.allSatisfy(\.isExport) }
    if own.isEmpty { own = PathName.nearest(to: project, among: folders).flatMap { projects[$0] } ?? [] }
    let isShort = finding.value.firstPlace(of: "://") == nil
    let isAPIs = finding.fact == .exposedScope
    guard let index = isShort ? own.first(where: { (apps[$0].kind == .api) == isAPIs }) : own.first else { return }
    apps[index].add(finding)
  }

  private static let microsoft = """
    azure.com azure.net office.com office365.com microsoft.com windows.net powerbi.com microsoftonline.com outlook.com sharepoint.com \
    dynamics.com azure.us azure.cn visualstudio.com azuredatabricks.net
    """

  private mutating func resolve(_ index: Int) {
    let wanted = apps[index].findings.filter { $0.fact == .scope || $0.fact == .applicationPermission }
    apps[index].findings.removeAll { $0.fact == .scope || $0.fact == .applicationPermission }
    for finding in wanted {
      if finding.value.hasPrefix("@") {
        sample(finding, of: index)
      } else if let scope = ValueShape.scope(finding.value) {
        scope.api.isEmpty ? plain(finding, scope.name, of: index) : qualified(finding, scope, of: index)
      } else {
        unfinished(finding, of: index)
      }
    }
  }

  /// A permission of Microsoft Graph, or a scope of the app's own without its address.
  private mutating func plain(_ finding: Finding, _ name: String, of index: Int) {
    guard !ArchiveFindings.isProtocol(name) else { return }
    var finding = finding
    finding.value = name
    if apps[index].kind == .api, !(apps[index].first(.secret) != nil && name.utf8.contains(0x2E)) {
      finding.fact = .exposedScope
    } else if !name.utf8.contains(0x2E) {
      // Such as `access_as_user` beside the API's address in another key.
      if let other = nearestAPI(to: index) {
        expose(name, at: finding, on: other)
        finding.value = "\(apps[other].uri)/\(name)"
      } else {
        return
      }
    } else if name.utf8.first.map(ASCII.isUppercase) == false, !GraphPermissions.isName(name) {
      remarks.add(
        .leftAlone, "'\(name)' is a name of the program's, and no permission of Microsoft Graph", at: finding.place)
      return
    }
    apps[index].add(finding)
  }

  private mutating func sample(_ finding: Finding, of index: Int) {
    guard let slash = finding.value.utf8.lastIndex(of: 0x2F) else { return }
    let id = String(finding.value[..<slash].dropFirst())
    let name = String(finding.value[finding.value.index(after: slash)...])
    guard let other = apis.samples[[id, PathName.folder(of: finding.place.file)]] else {
      remarks.add(.leftAlone, "permissions for '\(id)', which is not an app of these files", at: finding.place)
      return
    }
    if finding.fact == .scope { expose(name, at: finding, on: other) }
    request(name, of: other, finding, by: index)
  }

  private mutating func qualified(_ finding: Finding, _ scope: (api: String, name: String), of index: Int) {
    let small = ASCII.lowercased(scope.api)
    let host = Authority(small).map { _ in String(small.dropFirst(8)).pathParts.first ?? "" } ?? ""
    if Self.microsoft.blankParts.contains(where: { host == $0 || host.hasSuffix("." + $0) }),
      !host.hasSuffix(".onmicrosoft.com")
    {
      if scope.name != ".default" { apps[index].add(finding) }
      return
    }
    let idText = small.hasPrefix("api://") ? String(small.dropFirst(6)) : small
    let id = GUID(idText.pathParts.last ?? idText)
    var other = [id.flatMap { apis.ids[$0.description] }, apis.addresses[small]].compactMap(\.self).min()
    if other == nil, Placeholder.fits(idText) || scope.api.firstPlace(of: "${") != nil {
      unfinished(finding, of: index)
      return
    }
    // One API of the folder whose address nobody says, and one address that nobody has, are the same; so is the client's own.
    if other == nil, id == nil {
      let isOwn =
        scope.name != ".default"
        && apps[index].all(.audience).contains { ASCII.lowercased($0.value) == apps[index].clientId }
      other = isOwn ? index : loneAPI(near: index)
    }
    if other == nil, let id, !KnownIds.isApp(id), let lone = loneAPI(near: index), apps[lone].isIdMadeUp {
      apis.ids[apps[lone].clientId] = nil
      apps[lone].clientId = id.description
      apps[lone].idFinding = finding
      apps[lone].isIdMadeUp = false
      apis.add(apps[lone], lone)
      other = lone
    }
    if other == nil {
      if id.map(KnownIds.isApp) == true { return }
      other = invent(id, uri: scope.api, finding, for: index)
    }
    guard let other else { return }
    if scope.api.firstPlace(of: "://") != nil {
      var uri = finding
      uri.fact = .identifierUri
      uri.value = scope.api
      add(uri, to: other)
    }
    if scope.name != ".default" { expose(scope.name, at: finding, on: other) }
    request(scope.name, of: other, finding, by: index)
  }

  /// The address of the API is a placeholder: the nearest API is meant, or one that is made up.
  private mutating func unfinished(_ finding: Finding, of index: Int) {
    guard let slash = finding.value.utf8.lastIndex(of: 0x2F) else { return open(finding, of: index) }
    let name = String(finding.value[finding.value.index(after: slash)...])
    guard ValueShape.isName(name), finding.value.firstPlace(of: "://") != nil, !Placeholder.fits(name) else { return }
    guard !ASCII.lowercased(finding.value).hasPrefix("https://graph.") else { return }
    // A sample's own description of the same permission is better.
    if apps[index].has(.scope, ending: "/" + name) { return }
    // By the value, the variable or the last word of the key that its own id has.
    let id = apps[index].idFinding
    let own = [id?.value, id?.variable.map { "${\($0)}" }, id.map { "${\($0.key.parts(0x3A).last ?? $0.key)}" }]
    let isOwn =
      apps[index].has(.exposedScope, ending: name)
      || own.contains { text in text.map { $0.utf8.count > 3 && finding.value.firstPlace(of: $0) != nil } == true }
    if isOwn {
      expose(name, at: finding, on: index)
      // A program puts its own id in by itself, and so does who fills the id in.
      guard finding.value.firstPlace(of: "${") == nil, finding.place != id?.place else { return }
      remarks.add(
        .missing, "in '\(finding.value)' write \(apps[index].uri) for the API's address, which is this app's own",
        at: finding.place)
      return
    }
    let other = nearestAPI(to: index) ?? invent(nil, uri: nil, finding, for: index)
    if name != ".default" { expose(name, at: finding, on: other) }
    request(name, of: other, finding, by: index)
    remarks.add(.missing, "in '\(finding.value)' write \(apps[other].uri) for the API's address", at: finding.place)
  }

  /// Only a variable has the scope, and its name says that it is an API's: that of the nearest one, or its first.
  private mutating func open(_ finding: Finding, of index: Int) {
    let words = finding.variable.map(KeyWords.all) ?? []
    guard words.contains("api"), words.last?.hasPrefix("scope") == true, Reference.parts(of: finding.value) != nil,
      let api = nearestAPI(to: index), !(apps[api].candidates.isEmpty && apps[api].scopes.isEmpty)
    else { return }
    let name = apps[api].scopes.first?.value ?? "access_as_user"
    expose(name, at: finding, on: api)
    request(name, of: api, finding, by: index)
    remarks.add(.missing, "set \(finding.variable ?? finding.key) to \(apps[api].uri)/\(name)", at: finding.place)
  }

  private mutating func nearestAPI(to index: Int) -> Int? { apis.nearest(to: index, in: apps[index].project) }

  /// The one API near an app that no file gives an address. Nil when there are several.
  private mutating func loneAPI(near index: Int) -> Int? {
    guard let nearest = nearestAPI(to: index) else { return nil }
    let folder = PathName.folder(of: apps[nearest].project)
    let hasAddress = apps[nearest].addresses.contains { !$0.isAssumed }
    return apis.count(in: folder, besides: index) == 1 && !hasAddress ? nearest : nil
  }

  private mutating func add(_ address: Finding, to index: Int) {
    apps[index].add(address)
    apis.add(address, index)
  }

  /// An API that is known only because somebody asks for its scopes.
  private mutating func invent(_ id: GUID?, uri: String?, _ finding: Finding, for index: Int) -> Int {
    let key = "api \(uri ?? "\(apps[index].project)")"
    if id == nil, uri == nil, let known = apis.ids[MadeUpId.id(key).description] { return known }
    let label = uri.map { PathName.last(of: $0) } ?? ""
    let isName = GUID(label) == nil && !label.isEmpty
    apps.append(
      DraftApp(
        alias: "", clientId: (id ?? MadeUpId.id(key)).description, idFinding: finding, isIdMadeUp: id == nil,
        name: isName ? label : "", kind: .api, kindPlace: finding.place, tenant: apps[index].tenant, findings: [],
        project: apps[index].project, candidates: []))
    apis.add(apps[apps.count - 1], apps.count - 1)
    remarks.add(
      .assumption,
      "no file tells of the API that '\(finding.value)' is a scope of; the scenario has one with the scopes that clients ask for",
      at: finding.place)
    return apps.count - 1
  }

  private mutating func expose(_ name: String, at finding: Finding, on index: Int) {
    guard finding.fact == .scope else { return }
    // An export has all scopes with their ids.
    if let scopes = apps[index].member("oauth2PermissionScopes"), let values = scopes.json.array {
      let isThere = values.contains { $0["value"]?.string == name }
      if !isThere, !apps[index].all(.exposedScope).contains(where: { $0.value == name }) {
        remarks.add(
          .contradiction, "'\(name)' is asked for here, and \(scopes.place) does not have it", at: finding.place)
      }
      return
    }
    var finding = finding
    finding.fact = .exposedScope
    finding.value = name
    finding.isAssumed = true
    apps[index].add(finding)
  }

  private mutating func request(_ name: String, of other: Int, _ finding: Finding, by index: Int) {
    guard other != index, name != ".default" else { return }
    var finding = finding
    if apps[other].addresses.isEmpty {
      var uri = finding
      uri.fact = .identifierUri
      uri.value = apps[other].uri
      uri.isAssumed = true
      add(uri, to: other)
    }
    finding.value = "\(apps[other].uri)/\(name)"
    apps[index].add(finding)
  }
}
