import Bytes

/// A request line and its fields. The fields that decide about host, body and connection are checked; others are not.
package struct HTTPRequestHead: Sendable {
  /// How the reader finds the end of the body.
  enum Framing: Sendable, Hashable {
    /// So many bytes, from `Content-Length`; 0 without a body.
    case length(Int)
    case chunked
  }

  /// As the client sent it; methods are case-sensitive.
  package var method: String
  package var target: HTTPRequestTarget
  /// 1 for HTTP/1.1, 0 for HTTP/1.0.
  package var minorVersion: Int
  /// Empty until `complete` has taken them in.
  package var fields: HTTPFields
  /// No body for a CONNECT, whatever its fields say.
  private(set) var framing = Framing.length(0)
  /// The authority of an absolute target, else `Host`: in small letters. Empty only for HTTP/1.0 without `Host`.
  package private(set) var authority = ""
  /// The client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1). False for a body of length 0.
  package private(set) var expectsContinue = false

  /// Whether the fields announce a body. For a CONNECT they must not, but some clients send them, and readers
  /// disagree about the bytes that follow.
  package var announcesBody: Bool { fields["Content-Length"] != nil || fields["Transfer-Encoding"] != nil }

  /// Whether the client wants to send another request on this connection (RFC 9112 §9.3).
  package var keepsAlive: Bool {
    if fields.hasListToken("Connection", "close") { return false }
    return minorVersion == 1 || fields.hasListToken("Connection", "keep-alive")
  }

  /// Reads `method SP target SP version`.
  ///
  /// - Throws: `HTTPParseError` for a malformed line, a target over the limit, and a version other than 1.0 and 1.1.
  init(requestLine line: ArraySlice<UInt8>, limits: HTTPSizeLimits) throws(HTTPParseError) {
    let method = line.prefix { $0 != HTTPSyntax.space }
    guard !method.isEmpty, method.endIndex < line.endIndex, method.allSatisfy(HTTPSyntax.isTokenCharacter) else {
      throw .requestLine
    }
    let target = line[(method.endIndex + 1)...].prefix { $0 != HTTPSyntax.space }
    guard target.count <= limits.targetBytes else { throw .targetTooLong }
    guard target.endIndex < line.endIndex else { throw .requestLine }
    let version = line[(target.endIndex + 1)...]
    guard !version.contains(HTTPSyntax.space) else { throw .requestLine }
    self.method = String(decoding: method, as: UTF8.self)
    minorVersion = try Self.minorVersion(version, malformed: .requestLine)
    guard let target = HTTPRequestTarget(String(decoding: target, as: UTF8.self), method: self.method) else {
      throw .target
    }
    self.target = target
    fields = HTTPFields()
  }

  static func minorVersion(
    _ word: ArraySlice<UInt8>, malformed: HTTPParseError
  ) throws(HTTPParseError) -> Int {
    let digits = word.dropFirst(5)
    guard word.starts(with: "HTTP/".utf8), digits.count == 3, let major = digits.first, let minor = digits.last,
      ASCII.isDigit(major), digits[digits.startIndex + 1] == 0x2E, ASCII.isDigit(minor)
    else { throw malformed }
    guard major == 0x31, minor < 0x32 else { throw .version }
    return Int(minor - 0x30)
  }

  /// Takes the fields in and decides host, framing and expectation.
  ///
  /// - Throws: `HTTPParseError` for a missing or repeated host, framing that two readers could understand in two
  ///   ways, and a body over the limit.
  mutating func complete(with fields: HTTPFields, limits: HTTPSizeLimits) throws(HTTPParseError) {
    self.fields = fields
    var hosts: [String] = []
    var lengths: [String] = []
    var codings: [String] = []
    for (name, value) in fields {
      switch name.utf8.count {
      case 4 where HTTPSyntax.isSameName(name, "Host"): hosts.append(value)
      case 6 where HTTPSyntax.isSameName(name, "Expect"):
        guard HTTPSyntax.isSameName(value, "100-continue") else { throw .expectation }
        expectsContinue = minorVersion == 1
      case 14 where HTTPSyntax.isSameName(name, "Content-Length"): lengths.append(value)
      case 17 where HTTPSyntax.isSameName(name, "Transfer-Encoding"): codings.append(value)
      default: break
      }
    }
    authority = try authority(hosts)
    // A CONNECT has no body. Some clients send it with the fields of the request that follows, and so with the length
    // of that request's body.
    if method == "CONNECT" { return }
    framing = try framing(lengths: lengths, codings: codings)
    if case .length(let count) = framing {
      guard count <= limits.bodyBytes else { throw .bodyTooLarge }
      if count == 0 { expectsContinue = false }
    }
  }

  private func authority(_ hosts: [String]) throws(HTTPParseError) -> String {
    guard hosts.count < 2 else { throw .repeatedHost }
    guard let host = hosts.first else {
      guard minorVersion == 0 else { throw .missingHost }
      return target.authority ?? ""
    }
    guard HTTPAuthority(host) != nil else { throw .badHost }
    return target.authority ?? (host.utf8.contains(where: ASCII.isUppercase) ? ASCII.lowercased(host) : host)
  }

  private func framing(lengths: [String], codings: [String]) throws(HTTPParseError) -> Framing {
    guard lengths.count < 2 else { throw .repeatedContentLength }
    if let coding = codings.first {
      guard lengths.isEmpty else { throw .bothFramings }
      guard codings.count == 1, minorVersion == 1 else { throw .transferEncoding }
      guard HTTPSyntax.isSameName(coding, "chunked") else {
        throw Self.isUnknown(coding) ? .unknownCoding : .transferEncoding
      }
      return .chunked
    }
    guard let length = lengths.first else { return .length(0) }
    guard let count = HTTPSyntax.wholeNumber(length) else { throw .contentLength }
    return .length(count)
  }

  /// Whether a list of codings ends in `chunked` and has other codings before it. Such a list is well formed, but
  /// this server does not know the other codings (RFC 9112 §6.1): 501 and not 400.
  private static func isUnknown(_ coding: String) -> Bool {
    let names = coding.utf8.split(separator: HTTPSyntax.comma, omittingEmptySubsequences: false)
      .map { ASCII.trimmed(coding[$0.startIndex..<$0.endIndex]) }
    guard names.count > 1, let last = names.last, HTTPSyntax.isSameName(last, "chunked") else { return false }
    return names.dropLast().allSatisfy { HTTPSyntax.isToken($0) && !HTTPSyntax.isSameName($0, "chunked") }
  }
}
