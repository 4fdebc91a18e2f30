import Bytes
import LooseFormats

/// Finds the candidates that are one app registration.
struct CandidateLinker {
  private let candidates: [Candidate]
  private var parents: [Int]
  /// The client ids of the candidates themselves. Nil for a placeholder.
  private let ownIds: [GUID?]
  /// At the number of a root: the client id of one of its candidates.
  private var ids: [GUID?]

  private let apiProjects: Set<String>
  /// The first candidates with one variable in a project, in a folder, and below one: a repository may have any number of them.
  private(set) var sameVariable: [[String]: [Int]] = [:]

  /// `apiProjects`: the folders of the projects that are APIs.
  init(_ candidates: [Candidate], apiProjects: Set<String>) {
    self.candidates = candidates
    self.apiProjects = apiProjects
    parents = Array(candidates.indices)
    ownIds = candidates.map { candidate in
      guard let id = candidate[.clientId] else {
        return candidate[.audience]?.audienceId ?? candidate[.identifierUri]?.audienceId
      }
      return Placeholder.fits(id.value) ? nil : GUID(id.value)
    }
    ids = ownIds
  }

  /// The numbers of the candidates of each registration, in the order in which they came.
  func groups() -> [[Int]] {
    var linker = self
    linker.linkById()
    linker.linkByVariable()
    linker.linkBySetting()
    linker.linkProviders()
    linker.linkBySample()
    linker.linkPlaceholders()
    linker.linkSchemes()
    linker.linkNamedAPIs()
    linker.linkWithoutId()
    linker.linkLoneSample()
    return Dictionary(grouping: candidates.indices) { linker.root($0) }.values.sorted { $0[0] < $1[0] }
  }

  private func root(_ index: Int) -> Int {
    var index = index
    while parents[index] != index { index = parents[index] }
    return index
  }

  /// Two registrations with different ids are never one.
  private mutating func join(_ left: Int, _ right: Int) {
    let left = root(left)
    let right = root(right)
    guard left != right else { return }
    if let one = ids[left], let other = ids[right], one != other { return }
    parents[max(left, right)] = min(left, right)
    ids[min(left, right)] = ids[left] ?? ids[right]
  }

  private mutating func join(_ index: Int, withNearestOf others: [Int]) {
    func depth(_ other: Int) -> Int { PathName.shared(candidates[index].project, candidates[other].project) }
    if let best = others.max(by: { depth($0) < depth($1) }) { join(best, index) }
  }

  private mutating func linkById() {
    var first: [GUID: Int] = [:]
    for index in candidates.indices {
      guard let id = ownIds[index] else { continue }
      if let other = first[id] { join(other, index) } else { first[id] = index }
    }
  }

  /// A variable with a name of its own is the same with what a build for browsers wants before it: `VITE_SHOP_CLIENT_ID`.
  private static func bare(_ variable: String) -> String {
    for start in ["VITE_", "REACT_APP_", "NEXT_PUBLIC_", "NG_APP_", "VUE_APP_", "EXPO_PUBLIC_"]
    where variable.hasPrefix(start) {
      let rest = String(variable.dropFirst(start.utf8.count))
      return EntraSign.arePlain(KeyWords(rest).prefix) ? variable : rest
    }
    return variable
  }

  /// Two files take the id from one variable.
  mutating func linkByVariable() {
    for (index, own) in candidates.enumerated() {
      guard let variable = own[.clientId]?.variable.map(Self.bare) else { continue }
      let folders = PathName.above(PathName.folder(of: own.file))
      let inProject = [variable, "in", own.project]
      let near = [inProject, [variable, "below", folders[0]]] + folders.map { [variable, "at", $0] }
      for other in Set(near.flatMap { sameVariable[$0] ?? [] }).sorted() { join(other, index) }
      // Those without an id are one by now, and of those with an id the first comes before all others.
      for key in near {
        guard let all = sameVariable[key] else { continue }
        sameVariable[key] = [true, false].compactMap { isOpen in all.first { (ids[root($0)] == nil) == isOpen } }
          .sorted()
      }
      for key in [inProject, [variable, "at", folders[0]]] + folders.map({ [variable, "below", $0] }) {
        sameVariable[key, default: []].append(index)
      }
    }
  }

  /// `AzureAd__ClientId` of an environment, wherever it stands, is `AzureAd:ClientId` of the one program with such settings.
  private mutating func linkBySetting() {
    var settings: [String: [Int]] = [:]
    for index in candidates.indices where PathName.last(of: candidates[index].file).hasPrefix("appsettings") {
      settings[candidates[index].setting, default: []].append(index)
    }
    for index in candidates.indices {
      let setting = candidates[index].setting.divided(at: "environment:")
      guard setting.count > 1 || candidates[index][.clientId]?.key.firstPlace(of: "__") != nil,
        let own = settings[setting[setting.count - 1]],
        Set(own.map { candidates[$0].project }).count == 1
      else { continue }
      join(own[0], index)
    }
  }

  /// A sample's script says in which file it puts the ids of which app.
  private mutating func linkBySample() {
    for index in candidates.indices where !candidates[index].settingsFiles.isEmpty {
      for file in candidates[index].settingsFiles {
        let there = candidates.indices.filter {
          ASCII.equalIgnoringCase(candidates[$0].file, file) && candidates[$0].sampleId == nil
        }
        let named = there.first { candidates[$0].name == candidates[index].name }
        if let other = named ?? there.first { join(other, index) }
      }
    }
    // Two descriptions of one sample, as with a secret and with a certificate.
    for index in candidates.indices where !candidates[index].isPlanned {
      guard let id = candidates[index].sampleId, let name = candidates[index][.name]?.value else { continue }
      let sample = PathName.folder(of: PathName.folder(of: candidates[index].file))
      for other in 0..<index where candidates[other].sampleId == id && candidates[other][.name]?.value == name {
        if PathName.folder(of: PathName.folder(of: candidates[other].file)) == sample { join(other, index) }
      }
    }
  }

  /// Service providers are one by their entity ids; those of several files of a project, or without one, by their names.
  private mutating func linkProviders() {
    var firsts: [[String]: Int] = [:]
    for (index, own) in candidates.enumerated() where own.isProvider && !own.isExport {
      let id = own[.identifierUri]?.value ?? ""
      let isOpen = Placeholder.fits(id) || id.hasPrefix("/")
      for name in [[own.project, own.name]] + (isOpen ? [] : [[id]]) {
        let other = firsts[name] ?? index
        if isOpen || name.count == 1 || candidates[other].file != own.file { join(other, index) }
        firsts[name] = other
      }
    }
  }

  /// Placeholders of one project with one name are one app; if the project has a real id of that name, it is that app.
  private mutating func linkPlaceholders() {
    struct Name: Hashable {
      var project: String
      var name: String
    }
    let settings = candidates.indices.filter { index in
      let candidate = candidates[index]
      return candidate.sampleId == nil && !candidate.isExport && !candidate.isProvider && candidate[.clientId] != nil
    }
    let groups = Dictionary(grouping: settings) { Name(project: candidates[$0].project, name: candidates[$0].name) }
    // The one that the others of a group are.
    let mains = groups.compactMapValues { group in group.first { ownIds[$0] != nil } ?? group.first }
    for index in settings where ownIds[index] == nil {
      let own = candidates[index]
      if let main = mains[Name(project: own.project, name: own.name)] { join(main, index) }
    }
  }

  /// The scheme of a native app has its client id, which the settings leave open: those of the nearest project.
  private mutating func linkSchemes() {
    for index in candidates.indices where ownIds[index] != nil {
      let own = candidates[index]
      guard own.findings.contains(where: { $0.fact == .nativeRedirect && $0.value.hasPrefix("msal") }),
        own[.clientId].map({ KeyWords($0.key).fact == nil }) == true
      else { continue }
      let others = candidates.indices.filter { other in
        let candidate = candidates[other]
        return ids[root(other)] == nil && candidate[.clientId] != nil && candidate[.secret] == nil
          && !candidate.isExport
          && !apiProjects.contains(candidate.project)
          && PathName.shared(own.project, candidate.project) + 1 >= own.project.pathParts.count
      }
      join(index, withNearestOf: others)
    }
  }

  /// A client's settings have the id of the API beside their own, under a name such as `TodoListServiceAppId`.
  private mutating func linkNamedAPIs() {
    var names: [String: Set<String>] = [:]
    for candidate in candidates { names[candidate.file, default: []].insert(candidate.name) }
    let apis = candidates.indices.filter { index in
      let candidate = candidates[index]
      return apiProjects.contains(candidate.project) && candidate.sampleId == nil && candidate[.clientId] != nil
    }
    // Of the candidates of a project the first stands for all.
    var projects: Set<String> = []
    let firsts = apis.filter { projects.insert(candidates[$0].project).inserted }
    for index in candidates.indices where ownIds[index] == nil && candidates[index][.clientId] != nil {
      let own = candidates[index]
      let words = own.words
      guard !own.isExport, words.contains(where: { ["api", "service", "server", "backend", "resource"].contains($0) }),
        names[own.file]?.count ?? 0 > 1
      else { continue }
      join(index, withNearestOf: firsts.filter { candidates[$0].project != own.project })
    }
  }

  /// A property list has the redirect URI alone.
  private mutating func linkWithoutId() {
    var firsts: [String: Int] = [:]
    func isLost(_ candidate: Candidate) -> Bool { candidate.sampleId == nil && !candidate.isProvider }
    for index in candidates.indices where candidates[index][.clientId] != nil && !candidates[index].isProvider {
      if firsts[candidates[index].project] == nil { firsts[candidates[index].project] = index }
    }
    for index in candidates.indices where candidates[index][.clientId] == nil && isLost(candidates[index]) {
      if let other = firsts[candidates[index].project] { join(other, index) }
    }
  }

  /// A sample with one app whose script names no file that was read.
  private mutating func linkLoneSample() {
    for index in candidates.indices where candidates[index].sampleId != nil && !candidates[index].isPlanned {
      let isLinked = candidates.indices.contains {
        $0 != index && candidates[$0].sampleId == nil && root($0) == root(index)
      }
      let siblings = candidates.indices.filter {
        candidates[$0].file == candidates[index].file && candidates[$0].sampleId != nil
      }
      guard !isLinked, siblings.count == 1 else { continue }
      let sample = PathName.folder(of: PathName.folder(of: candidates[index].file))
      var roots: [Int] = []
      for other in candidates.indices where candidates[other].sampleId == nil {
        guard PathName.isInside(candidates[other].file, of: sample), !roots.contains(root(other)) else { continue }
        roots.append(root(other))
      }
      // When there are several, and the script makes a secret, the one with a secret is meant.
      if roots.count > 1, candidates[index][.secret] != nil {
        let linker = self
        roots = roots.filter { root in
          candidates.indices.contains { linker.root($0) == root && candidates[$0][.secret] != nil }
        }
      }
      if roots.count == 1 { join(roots[0], index) }
    }
  }
}
