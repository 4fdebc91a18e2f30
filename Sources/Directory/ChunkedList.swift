/// A list that grows at its end only, and whose copies share all chunks but the last.
package struct ChunkedList<Element: Sendable>: Sendable {
  private static var chunkSize: Int { 512 }

  private var chunks: [[Element]] = []

  package init() {}

  package var count: Int { chunks.last.map { (chunks.count - 1) * Self.chunkSize + $0.count } ?? 0 }

  package mutating func append(_ element: Element) {
    if let last = chunks.indices.last, chunks[last].count < Self.chunkSize {
      chunks[last].append(element)
    } else {
      chunks.append([element])
    }
  }

  package func compactMap<Result>(_ transform: (Element) -> Result?) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for chunk in chunks { for element in chunk { if let result = transform(element) { results.append(result) } } }
    return results
  }
}
