/// The numbers behind short names, such as the 2 of `staff-2`. It knows for each name where the free numbers begin, so that the next one is
/// found without a look at all that are taken.
struct TakenNumbers: Sendable {
  /// By the name without its number. All smaller numbers, from 2 on, are taken.
  private var next: PersistentMap<String, Int> = [:]

  /// The first number that may be free behind a name in small letters.
  func first(behind name: String) -> Int { next[name] ?? 2 }

  /// Notes that a name in small letters is taken. `taken` has all of them.
  mutating func take<Value>(_ name: String, among taken: PersistentMap<String, Value>) {
    guard let (stem, number) = Self.parts(of: name), number == first(behind: stem) else { return }
    var free = number + 1
    while taken[Self.name(stem, free)] != nil { free += 1 }
    next[stem] = free
  }

  /// Notes that a name in small letters is free again.
  mutating func release(_ name: String) {
    guard let (stem, number) = Self.parts(of: name), number < first(behind: stem) else { return }
    next[stem] = number
  }

  static func name(_ stem: String, _ number: Int) -> String { "\(stem)-\(number)" }

  /// `staff` and 2 of `staff-2`. Nil for a name without a number that could have been put behind it.
  private static func parts(of name: String) -> (stem: String, number: Int)? {
    guard let hyphen = name.utf8.lastIndex(of: 0x2D), let number = Int(name[name.index(after: hyphen)...]), number >= 2
    else { return nil }
    let stem = String(name[..<hyphen])
    return Self.name(stem, number) == name ? (stem, number) : nil
  }
}
