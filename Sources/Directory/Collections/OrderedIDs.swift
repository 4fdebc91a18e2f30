/// The ids of a directory's objects of one kind, in the order in which the objects came in.
///
/// To take an id out costs the same however many there are: the id is noted first, and the list is written anew when half of
/// it is noted. A scenario file may remove thousands of objects, one after the other.
struct OrderedIDs<ID: Hashable & Sendable>: Sendable {
  private var ids = ChunkedList<ID>()
  /// Ids that are in the list and no longer count.
  private var gone: Set<ID> = []

  init() {}

  /// The ids that count.
  var all: [ID] { ids.compactMap { gone.contains($0) ? nil : $0 } }

  /// What `transform` makes of each id that counts, without nil.
  func compactMap<Result>(_ transform: (ID) -> Result?) -> [Result] {
    guard !gone.isEmpty else { return ids.compactMap(transform) }
    return ids.compactMap { gone.contains($0) ? nil : transform($0) }
  }

  /// Puts an id at the end. The caller knows that the id does not count yet.
  mutating func append(_ id: ID) {
    // An id that comes back stands at the end, and not where it was.
    if gone.contains(id) { forgetGone() }
    ids.append(id)
  }

  /// Takes an id out. The caller knows that the id counts.
  mutating func remove(_ id: ID) {
    gone.insert(id)
    if gone.count > ids.count / 2 { forgetGone() }
  }

  private mutating func forgetGone() {
    let gone = gone
    ids.removeAll { gone.contains($0) }
    self.gone = []
  }
}
