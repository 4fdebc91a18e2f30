extension Equatable {
  /// Takes the other value in the place of an equal one, so that both have one storage.
  @inlinable
  package mutating func share(with other: Self) {
    if self == other { self = other }
  }
}

extension Array where Element: Equatable {
  /// Takes the other array if it is equal, else each element of it that stands at the same place and is equal.
  @inlinable
  package mutating func share(with other: Self) {
    if self == other {
      self = other
      return
    }
    for index in 0..<Swift.min(count, other.count) where self[index] == other[index] { self[index] = other[index] }
  }
}
