/// The words of a list so far, to leave out those that come again.
///
/// Each word of a long list costs as much as each word of a short one, since lists come from requests. Few words are
/// compared one by one, which is faster than a table.
package struct SeenWords {
  /// Whether `User.Read` and `user.read` are the same word.
  private let ignoresCase: Bool
  private var few: [String] = []
  private var many: Set<[UInt8]> = []

  private static let fewest = 16

  package init(_ words: [String] = [], ignoringCase ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
    for word in words { _ = insert(word) }
  }

  /// Notes a word. False when it has come before. Words are the same when their bytes are.
  package mutating func insert(_ word: String) -> Bool {
    guard !contains(word) else { return false }
    if few.count < Self.fewest {
      few.append(word)
    } else {
      if many.isEmpty { many = Set(few.map(key)) }
      many.insert(key(word))
    }
    return true
  }

  package func contains(_ word: String) -> Bool {
    guard many.isEmpty else { return many.contains(key(word)) }
    return few.contains { ignoresCase ? ASCII.equalIgnoringCase($0, word) : $0.hasSameBytes(as: word) }
  }

  private func key(_ word: String) -> [UInt8] { Array((ignoresCase ? ASCII.lowercased(word) : word).utf8) }
}
