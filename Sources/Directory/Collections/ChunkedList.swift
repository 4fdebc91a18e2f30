/// A list that grows at its end. Its copies share all chunks but the last, so an append to a copy is cheap however long
/// the list is.
struct ChunkedList<Element: Sendable>: Sendable {
  private static var chunkSize: Int { 512 }

  private var chunks: [[Element]] = []

  init() {}

  /// Takes the same time for any length: every chunk but the last is full.
  var count: Int { chunks.last.map { (chunks.count - 1) * Self.chunkSize + $0.count } ?? 0 }

  var isEmpty: Bool { chunks.isEmpty }

  /// Copies the last chunk and the list of chunks at most, when another copy shares them.
  mutating func append(_ element: Element) {
    if let last = chunks.indices.last, chunks[last].count < Self.chunkSize {
      chunks[last].append(element)
    } else {
      chunks.append([element])
    }
  }

  /// The results that are not nil, in the order of the list.
  func compactMap<Result>(_ transform: (Element) -> Result?) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for chunk in chunks { for element in chunk { if let result = transform(element) { results.append(result) } } }
    return results
  }

  /// Removes elements and writes the rest anew, which takes as long as the list is.
  mutating func removeAll(where isMeant: (Element) -> Bool) {
    var rest = ChunkedList()
    for chunk in chunks { for element in chunk where !isMeant(element) { rest.append(element) } }
    self = rest
  }
}
