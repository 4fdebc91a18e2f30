/// Finds the objects that name an app, so that another app can take its place without a look at all objects.
struct ReferenceIndex<Referrer: TrieKey>: Sendable {
  private var referrers: PersistentMap<Application.ID, PersistentMap<Referrer, Bool>> = [:]

  /// The objects that name this app, in an order that follows from their ids.
  func objects(naming application: Application.ID) -> [Referrer] { referrers[application]?.keys ?? [] }

  /// Notes that an object names the apps of the second list and no longer those of the first.
  mutating func note(_ referrer: Referrer, from old: [Application.ID], to new: [Application.ID]) {
    guard old != new else { return }
    let (before, now) = (Set(old), Set(new))
    for id in old where !now.contains(id) {
      referrers[id]?[referrer] = nil
      if referrers[id]?.isEmpty == true { referrers[id] = nil }
    }
    for id in new where !before.contains(id) { referrers.change(id, from: [:]) { $0[referrer] = true } }
  }
}
