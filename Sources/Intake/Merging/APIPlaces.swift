import Bytes
import LooseFormats

/// Where the apps of a draft are found: by their ids, their addresses, and for APIs the folders that they are in. Of equals the first counts.
struct APIPlaces {
  var ids: [String: Int] = [:]
  private(set) var addresses: [String: Int] = [:]
  /// By a sample's name for the app, and the folder of its file.
  private(set) var samples: [[String]: Int] = [:]
  /// The APIs by the folder above their project.
  private var siblings: [String: Set<Int>] = [:]
  /// The APIs in a folder and below it, with ids that stand somewhere and with made-up ones. Of the first kind the first two are enough.
  private(set) var real: [String: [Int]] = [:]
  private var madeUp: [String: [Int]] = [:]
  private var isReal: Set<Int> = []

  /// Takes in an app, and once more one that has got its id.
  mutating func add(_ app: DraftApp, _ index: Int) {
    ids[app.clientId] = min(ids[app.clientId] ?? index, index)
    for finding in app.all(.identifierUri) + app.all(.audience) { add(finding, index) }
    for candidate in app.candidates {
      guard let id = candidate.sampleId else { continue }
      let key = [id, PathName.folder(of: candidate.file)]
      samples[key] = min(samples[key] ?? index, index)
    }
    guard app.kind == .api else { return }
    siblings[PathName.folder(of: app.project), default: []].insert(index)
    if !app.isIdMadeUp { isReal.insert(index) }
    let homes = app.candidates.map(\.project) + [app.project]
    for folder in Set(homes.flatMap { PathName.above($0) }) {
      if app.isIdMadeUp {
        madeUp[folder, default: []].append(index)
      } else {
        real[folder] = Array(((real[folder] ?? []) + [index]).sorted().prefix(2))
      }
    }
  }

  mutating func add(_ address: Finding, _ index: Int) {
    let text = ASCII.lowercased(address.value)
    addresses[text] = min(addresses[text] ?? index, index)
  }

  /// How many other APIs have a project in this folder.
  func count(in folder: String, besides index: Int) -> Int {
    guard let all = siblings[folder] else { return 0 }
    return all.count - (all.contains(index) ? 1 : 0)
  }

  /// The API that shares the most folders with a project. In a collection of samples an API of another sample is not meant.
  mutating func nearest(to index: Int, in project: String) -> Int? {
    for folder in PathName.above(project) where !folder.isEmpty || project.pathParts.count < 2 {
      while let first = madeUp[folder]?.first, isReal.contains(first) { madeUp[folder]?.removeFirst() }
      if let other = real[folder]?.first(where: { $0 != index }) { return other }
      if let other = madeUp[folder]?.first(where: { $0 != index && !isReal.contains($0) }) { return other }
    }
    return nil
  }
}
