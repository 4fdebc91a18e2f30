import Crypto

/// Which of several servers should have a world, without anybody deciding it (rendezvous hashing: Thaler and Ravishankar, "Using
/// name-based mappings to increase hit rates"). When a server comes or goes, only its own share of the worlds moves.
enum Rendezvous {
  /// The server with the highest score for that world. Nil when there is none.
  static func winner(for world: Int64, among servers: [Int64]) -> Int64? {
    servers.max { left, right in
      let (one, other) = (score(world, left), score(world, right))
      return one == other ? left < right : one < other
    }
  }

  /// The same in every process: a mix of both numbers (the finalizer of MurmurHash3).
  private static func score(_ world: Int64, _ server: Int64) -> UInt64 {
    mix(UInt64(bitPattern: world) ^ mix(UInt64(bitPattern: server) &+ 0x9E37_79B9_7F4A_7C15))
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    value = (value ^ (value >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return value ^ (value >> 33)
  }
}

/// The number of a world in the database of a cluster: it follows from the name.
enum WorldNumber {
  static func number(of name: String) -> Int64 {
    let digest = SHA256.hash(Array("mockidp/world/\(name)".utf8))
    return Int64(digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & UInt64(Int64.max))
  }
}
