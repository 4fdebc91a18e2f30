import Bytes

/// Finds the candidates that are one app registration.
struct CandidateLinker {
  private let candidates: [Candidate]
  private var parents: [Int]

  private let apiProjects: Set<String>

  /// `apiProjects`: the folders of the projects that are APIs.
  init(_ candidates: [Candidate], apiProjects: Set<String>) {
    self.candidates = candidates
    self.apiProjects = apiProjects
    parents = Array(candidates.indices)
  }

  /// The numbers of the candidates of each registration, in the order in which they came.
  func groups() -> [[Int]] {
    var linker = self
    linker.linkById()
    linker.linkByVariable()
    linker.linkBySample()
    linker.linkPlaceholders()
    linker.linkNamedAPIs()
    linker.linkWithoutId()
    linker.linkLoneSample()
    var groups: [[Int]] = []
    var places: [Int: Int] = [:]
    for index in candidates.indices {
      let root = linker.root(index)
      if let place = places[root] {
        groups[place].append(index)
      } else {
        places[root] = groups.count
        groups.append([index])
      }
    }
    return groups
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
    if let one = id(of: left), let other = id(of: right), one != other { return }
    parents[max(left, right)] = min(left, right)
  }

  /// The client id of the candidate itself. Nil for a placeholder.
  private func ownId(_ index: Int) -> GUID? {
    guard let value = candidates[index][.clientId]?.value, !Placeholder.fits(value) else { return nil }
    return GUID(value)
  }

  private func id(of root: Int) -> GUID? {
    for index in candidates.indices where self.root(index) == root {
      if let id = ownId(index) { return id }
    }
    return nil
  }

  private mutating func linkById() {
    var first: [GUID: Int] = [:]
    for index in candidates.indices {
      guard let id = ownId(index) else { continue }
      if let other = first[id] { join(other, index) } else { first[id] = index }
    }
  }

  /// Two files take the id from one variable.
  private mutating func linkByVariable() {
    for index in candidates.indices {
      guard let variable = candidates[index][.clientId]?.variable else { continue }
      for other in 0..<index where candidates[other][.clientId]?.variable == variable {
        let left = candidates[other]
        let right = candidates[index]
        let isNear =
          left.project == right.project || PathName.isInside(right.file, of: PathName.folder(of: left.file))
          || PathName.isInside(left.file, of: PathName.folder(of: right.file))
        if isNear { join(other, index) }
      }
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
    for index in candidates.indices {
      guard let id = candidates[index].sampleId, let name = candidates[index][.name]?.value else { continue }
      let sample = PathName.folder(of: PathName.folder(of: candidates[index].file))
      for other in 0..<index where candidates[other].sampleId == id && candidates[other][.name]?.value == name {
        if PathName.folder(of: PathName.folder(of: candidates[other].file)) == sample { join(other, index) }
      }
    }
  }

  /// Placeholders of one project with one name are one app; if the project has one real id of that name, it is that app.
  private mutating func linkPlaceholders() {
    for index in candidates.indices where candidates[index].sampleId == nil && candidates[index][.clientId] != nil {
      guard ownId(index) == nil, !candidates[index].isExport else { continue }
      let own = candidates[index]
      let near = candidates.indices.filter { other in
        let candidate = candidates[other]
        return other != index && candidate.sampleId == nil && !candidate.isExport && candidate[.clientId] != nil
          && candidate.project == own.project && candidate.name == own.name
      }
      let real = Set(near.compactMap { ownId($0) })
      if real.count == 1, let other = near.first(where: { ownId($0) != nil }) { join(other, index) }
      if real.isEmpty { for other in near where other < index { join(other, index) } }
    }
  }

  /// A client's settings have the id of the API beside their own, under a name such as `TodoListServiceAppId`.
  private mutating func linkNamedAPIs() {
    for index in candidates.indices where ownId(index) == nil && candidates[index][.clientId] != nil {
      let own = candidates[index]
      let words = own.name.parts(0x2D)
      guard !own.isExport, words.contains(where: { ["api", "service", "server", "backend", "resource"].contains($0) }),
        candidates.indices.contains(where: {
          $0 != index && candidates[$0].file == own.file && candidates[$0].name != own.name
        })
      else { continue }
      var best: Int?
      var bestDepth = 0
      for other in candidates.indices
      where apiProjects.contains(candidates[other].project) && candidates[other].sampleId == nil {
        guard candidates[other].project != own.project, candidates[other][.clientId] != nil else { continue }
        let depth = zip(own.project.pathParts, candidates[other].project.pathParts).prefix {
          $0 == $1
        }.count
        if best == nil || depth > bestDepth {
          best = other
          bestDepth = depth
        }
      }
      if let best { join(best, index) }
    }
  }

  /// A property list has the redirect URI alone.
  private mutating func linkWithoutId() {
    for index in candidates.indices where candidates[index][.clientId] == nil && candidates[index].sampleId == nil {
      let near = candidates.indices.filter {
        candidates[$0][.clientId] != nil && candidates[$0].project == candidates[index].project
      }
      if let other = near.first { join(other, index) }
    }
  }

  /// A sample with one app whose script names no file that was read.
  private mutating func linkLoneSample() {
    for index in candidates.indices where candidates[index].sampleId != nil {
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
      // Of several that with a secret is meant, if the script makes one.
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
