import SQLite

extension Database.Handle {
  /// The kind of the row that tells the world of such a handle, and the key of the row, or its beginning.
  package func keptKey(of handle: String) -> (kind: Int64, key: [UInt8])? {
    func kind(_ table: String) -> Int64? { ReplicatedTable.all.first { $0.name == table }?.kind }
    let digest = PackedValues.bytes(of: [Store.digest(handle)])
    switch self {
    case .code: return kind("code").map { ($0, digest) }
    case .refreshToken: return kind("refresh_token").map { ($0, digest) }
    case .deviceCode: return kind("device_code").map { ($0, digest) }
    case .flow: return kind("sign_in_flow").map { ($0, digest) }
    case .browser: return kind("session").map { ($0, digest) }
    case .userCode: return (ReplicatedTable.userCodes, PackedValues.bytes(of: [.text(handle)]))
    }
  }
}
