import Bytes

/// The names of blocks, one of a kind each.
struct TerraformNames {
  private var taken: Set<String> = []

  /// A name that is free among the blocks of that kind: the wanted one with `_` for what a name cannot have, and a number where it is taken.
  mutating func name(of kind: String, like wanted: String) -> String {
    var name = wanted.utf8.reduce(into: "") { name, byte in
      let isFit = ASCII.isAlphanumeric(byte) || byte == 0x5F || byte == 0x2D
      name.unicodeScalars.append(isFit ? Unicode.Scalar(byte) : "_")
    }
    if let first = name.utf8.first, ASCII.isDigit(first) || first == 0x2D { name = "_" + name }
    if name.isEmpty { name = "_" }
    var number = 1
    var free = name
    while !taken.insert("\(kind).\(ASCII.lowercased(free))").inserted {
      number += 1
      free = "\(name)_\(number)"
    }
    return free
  }
}
