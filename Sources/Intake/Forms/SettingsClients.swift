import LooseFormats

/// The apps that the client ids of one file tell of, and which of them a setting stands nearest to. A long file is looked through once for
/// each kind of place in it, and not once for each of its settings.
struct SettingsClients {
  typealias Row = SettingsGroup.Row

  /// The apps in the order of their client ids.
  private(set) var all: [(row: Row, candidate: Candidate)] = []

  /// What makes two client ids of a file one.
  private struct Identity: Hashable {
    var scope: [Int]
    var context: [String]
    var key: String
    var value: String
  }

  /// A fact that apps have in common.
  private struct Shared: Hashable {
    var fact: Fact
    var key: String
    var value: String
    var group: Int
  }

  /// An object of the file with the apps in it and below it.
  private struct Object {
    var children: [Int: Int] = [:]
    /// The numbers of the apps by the numbers of their contexts.
    var clients: [Int: [Int]] = [:]
    /// The numbers of the groups that settings with these words belong to.
    var groups: [[String]: Int] = [:]
  }

  private var identities: Set<Identity> = []
  private var shared: Set<Shared> = []
  private var objects = [Object()]
  private var contexts: [[String]] = []
  private var places: [[String]: Int] = [:]
  private var groups: [[Int]] = []
  /// For each group: the apps that a setting of one app alone may belong to, by their lines.
  private var owners: [[(line: Int, client: Int)]] = []

  var isEmpty: Bool { all.isEmpty }

  /// Whether no client id of the same object says the same. A file may say its settings again and again.
  mutating func isNew(_ row: Row) -> Bool {
    let setting = row.setting
    return identities.insert(
      Identity(scope: setting.scope, context: row.context, key: setting.key, value: setting.value)
    ).inserted
  }

  /// Adds an app, before anything is looked up.
  mutating func append(_ row: Row, _ candidate: Candidate) {
    let context = places[row.context] ?? contexts.count
    if context == contexts.count {
      places[row.context] = context
      contexts.append(row.context)
    }
    var object = 0
    objects[0].clients[context, default: []].append(all.count)
    for number in row.setting.scope {
      let next = objects[object].children[number] ?? objects.count
      if next == objects.count {
        objects[object].children[number] = next
        objects.append(Object())
      }
      object = next
      objects[object].clients[context, default: []].append(all.count)
    }
    all.append((row, candidate))
  }

  /// Adds what a setting says to the apps that it belongs to: to all of the nearest ones for what apps have in common, else to one.
  mutating func attach(_ row: Row, isShared: Bool, _ add: (inout Candidate) -> Void) {
    let group = nearest(to: row)
    guard isShared else { return add(&all[owner(in: group, of: row.setting.line)].candidate) }
    // Said again it says nothing more, and there may be many apps to say it to.
    let fact = Shared(fact: row.fact, key: row.setting.key, value: row.setting.value, group: group)
    guard shared.insert(fact).inserted else { return }
    for index in groups[group] { add(&all[index].candidate) }
  }

  /// The group of the apps that share the most objects with the setting, and of those the most words.
  private mutating func nearest(to row: Row) -> Int {
    var object = 0
    for number in row.setting.scope {
      guard let next = objects[object].children[number] else { break }
      object = next
    }
    if let known = objects[object].groups[row.context] { return known }
    var best: [Int] = []
    var bestCount = -1
    for (context, clients) in objects[object].clients {
      let count = zip(contexts[context], row.context).prefix { $0 == $1 }.count
      if count > bestCount { best = [] }
      if count >= bestCount {
        best += clients
        bestCount = count
      }
    }
    best.sort()
    objects[object].groups[row.context] = groups.count
    groups.append(best)
    // The app itself comes before one that its settings name beside it.
    let unnamed = best.filter { all[$0].candidate.name.isEmpty }
    owners.append(
      (unnamed.isEmpty ? best : unnamed).map { (all[$0].row.setting.line, $0) }.sorted { $0 < $1 })
    return groups.count - 1
  }

  /// Of equals the one before the key counts, as people write the id first.
  private func owner(in group: Int, of line: Int) -> Int {
    let owners = owners[group]
    var (low, high) = (0, owners.count)
    while low < high {
      let middle = (low + high) / 2
      if owners[middle].line <= line { low = middle + 1 } else { high = middle }
    }
    return owners[max(low - 1, 0)].client
  }
}
