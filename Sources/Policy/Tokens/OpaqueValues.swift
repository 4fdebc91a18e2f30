package import Bytes
package import Directory

/// Values that only the service can read, in the form that they were seen in: prefix, length and alphabet (observed of 2022 to 2026). What
/// is inside is not built, but for `rh`.
package enum OpaqueValues {
  /// Whose tokens they are: the form of `aio` follows from it.
  package enum Bearer: Sendable {
    case user
    case personalAccount
    case app

    /// The random bytes that the values of one answer are made of.
    package var byteCount: Int { self == .app ? markBytes + 25 : markBytes + 84 }
  }

  /// Those of `xms_ftd`.
  private static let markBytes = 32

  /// The opaque values of one answer, of as many random bytes as `byteCount` says.
  package static func marks(
    of bearer: Bearer, idToken: String = "", accessToken: String, _ bytes: [UInt8]
  ) -> TokenMarks {
    let rest = Array(bytes.dropFirst(markBytes).prefix(bearer.byteCount - markBytes))
    let aio =
      switch bearer {
      case .user: aioOfUser(rest)
      case .personalAccount: aioOfPersonalAccount(bytes)
      case .app: aioOfApp(rest)
      }
    return TokenMarks(
      idTokenUTI: idToken, accessTokenUTI: accessToken, aio: aio, mark: Array(bytes.prefix(markBytes)))
  }

  /// `AZQAa/8c…`: 120 characters of Base64.
  private static func aioOfUser(_ bytes: [UInt8]) -> String {
    let first = bytes[0] & 0x3F
    let head: [UInt8] = [first >> 4, (first & 0x0F) << 4 | 0x04, 0x00, bytes[1] << 2 | 0x03, 0xFF, bytes[2] & 0x3F]
    return Base64.encode(head + bytes)
  }

  /// `D` and 175 more, among them `*` and `!`.
  private static func aioOfPersonalAccount(_ bytes: [UInt8]) -> String {
    let text = Base64.encodeURL(bytes + bytes.reversed().prefix(16)).utf8.map { unit -> UInt8 in
      switch unit {
      case 0x2D: 0x2A
      case 0x5F: 0x21
      default: unit
      }
    }
    return "D" + String(decoding: text.prefix(175), as: UTF8.self)
  }

  /// `k2ZgY…`: 40 characters of Base64.
  private static func aioOfApp(_ bytes: [UInt8]) -> String {
    Base64.encode([0x93, 0x66, 0x60, 0x60 | bytes[0] & 0x03] + bytes.dropFirst())
  }

  /// `rh`: 40 bytes that are the tenant and the reader of the token, and a small number of the tenant's.
  static func reference(_ tenant: Tenant.ID, _ reader: Application.ID, hasUser: Bool) -> String {
    let number = numberOf(tenant)
    var bytes: [UInt8] = [0x01] + number
    bytes += littleEndian(tenant.guid) + littleEndian(reader.guid)
    bytes += [0, 0, hasUser ? 0xBB : 0] + number
    return "1." + Base64.encodeURL(bytes) + "."
  }

  /// `xms_ftd`: 32 bytes, then a one and the name of a region.
  static func region(_ bytes: [UInt8], _ tenant: Tenant) -> String {
    let regions = tenant.region == "EU" ? inEurope : elsewhere
    let name = regions[Int(tenant.id.guid.bytes[15]) % regions.count]
    return Base64.encodeURL(bytes + [0x01] + Array("\(name)-dsms".utf8))
  }

  /// `xms_rd`: it begins as a compressed stream does.
  static func routing(_ bytes: [UInt8]) -> String { "0.42L" + Base64.encodeURL(bytes) }

  /// The sixteen digits of `puid` in a tenant of this century.
  static func puid(_ user: User) -> String {
    user.tenant == WellKnown.personalTenant
      ? "00034001" + digits(user, 8) : "10032" + digits(user, 11)
  }

  /// `sid` begins with two zeros, and with the same eight digits in all sessions of a tenant.
  package static func session(_ bytes: [UInt8], in tenant: Tenant.ID) -> GUID {
    GUID(bytes: [0] + tenant.guid.bytes.prefix(3) + bytes.dropFirst(4)) ?? .zero
  }

  private static func digits(_ user: User, _ count: Int) -> String {
    String(Hex.encode(user.id.guid.bytes, uppercase: true).suffix(count))
  }

  private static func numberOf(_ tenant: Tenant.ID) -> [UInt8] {
    [tenant.guid.bytes[14], tenant.guid.bytes[13] & 0x03]
  }

  /// A GUID as Windows writes it: the first three groups have their least significant byte first.
  private static func littleEndian(_ guid: GUID) -> [UInt8] {
    let bytes = guid.bytes
    return [bytes[3], bytes[2], bytes[1], bytes[0], bytes[5], bytes[4], bytes[7], bytes[6]] + bytes[8...]
  }

  private static let inEurope = ["francec"]
  private static let elsewhere = ["usnorth", "ussouth", "uswest3", "useast", "uscentral"]
}
