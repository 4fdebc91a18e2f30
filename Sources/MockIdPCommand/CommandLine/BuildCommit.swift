import Platform

/// The commit that this program was built from, which `scripts/build-static` writes into a release.
enum BuildCommit {
  /// In hexadecimal digits. Nil for a build that is not a release.
  static var text: String? {
    var bytes = [CChar](repeating: 0, count: 48)
    mockidp_commit(&bytes)
    let text = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}
