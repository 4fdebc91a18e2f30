import Bytes

/// Ids that the program makes up: they follow from a name, so that the same run writes the same bytes.
enum MadeUpId {
  static func id(_ name: String) -> GUID {
    var bytes: [UInt8] = []
    for salt in [0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4] as [UInt64] {
      var hash = salt
      for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 33
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: hash >> shift))
      }
    }
    return GUID(random: bytes)
  }

  /// Eight digits that tell whether a text has changed.
  static func check(_ text: String) -> String { String(id(text).description.prefix(8)) }
}
