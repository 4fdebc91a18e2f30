import Bytes
import Crypto
import HTTPServer
import Policy
import Synchronization
import Time
import Worlds

/// The local certificate authority, whose files are in the home directory, and the certificates that this server
/// shows. The authority's certificate is what users put into their trust stores.
final class CertificateStore: TLSIdentityProvider {
  /// The file with the authority's certificate as PEM.
  let authorityPath: String
  let authorityPEM: String
  private let authority: CertificateAuthority
  private let hosts: MicrosoftHosts
  private let clock: any WallClock
  private let entropy: any Entropy
  /// The certificate for `localhost`, the loopback addresses and the server's own names.
  private let standard: TLSIdentity
  /// What can follow the label of a world in a host name: the server's names, each with a dot before it.
  private let suffixes: [String]
  /// The identities for single names, and the names in the order in which they were made, the newest last.
  private struct Named {
    var identities: [String: TLSIdentity] = [:]
    var names: [String] = []
  }

  /// One identity for each name of Microsoft and each name of a world that a client asked for. A world needs one of
  /// its own, since clients refuse the wildcard `*.localhost`.
  private let named = Mutex(Named())

  /// An identity takes about 14 kB, and less than a millisecond to make again. Names of worlds come and go, so old
  /// ones are dropped.
  private static let maximumNamed = 32

  /// Loads the authority from `directory`, or makes one and keeps it there; then makes the server's own certificate
  /// for `names`.
  ///
  /// `given` is an authority of the administrator's own, in other files; nothing is written for it.
  ///
  /// - Throws: `StartError` when the files cannot be read or written, or hold no certificate authority.
  init(
    directory: String, given: AuthorityFiles? = nil, names: [String], hosts: MicrosoftHosts, clock: any WallClock,
    entropy: any Entropy
  ) throws {
    self.hosts = hosts
    suffixes = (["localhost"] + names.filter { !Self.isAddress($0) }).map { "." + ASCII.lowercased($0) }
    self.clock = clock
    self.entropy = entropy
    authorityPath = given?.certificate ?? directory + "/ca.pem"
    authority =
      try given.map { try Self.load($0) }
      ?? Self.authority(certificatePath: authorityPath, directory, clock: clock, entropy: entropy)
    authorityPEM = try authority.certificate.pem()
    let leaf = try authority.issueLeaf(
      names: ["localhost", "*.localhost"] + names.filter { !Self.isAddress($0) },
      addresses: ["127.0.0.1", "::1"] + names.filter(Self.isAddress), now: clock.now, entropy: entropy)
    standard = try TLSIdentity(certificateChainPEM: leaf.certificateChainPEM, privateKeyPEM: leaf.privateKeyPEM)
  }

  private static func authority(
    certificatePath: String, _ directory: String, clock: any WallClock, entropy: any Entropy
  ) throws -> CertificateAuthority {
    let keyPath = directory + "/ca.key"
    try Ownership.check(directory: directory)
    guard let certificate = try Files.read(certificatePath, isTrusted: true),
      let key = try Files.read(keyPath, isTrusted: true)
    else {
      try Files.makeDirectory(directory)
      try Ownership.check(directory: directory)
      let made = try CertificateAuthority.create(now: clock.now, entropy: entropy)
      try Files.write(try made.key.pem(), to: keyPath, mode: 0o600)
      try Files.write(try made.certificate.pem(), to: certificatePath)
      return made
    }
    return try load(certificate, key) { error in
      "\(certificatePath) and \(keyPath) are not a certificate authority (\(error)); remove both to have a new one made"
    }
  }

  private static func load(_ given: AuthorityFiles) throws -> CertificateAuthority {
    guard let certificate = try Files.read(given.certificate, isTrusted: true) else {
      throw StartError("there is no file \(given.certificate)")
    }
    guard let key = try Files.read(given.key, isTrusted: true) else {
      throw StartError("there is no file \(given.key)")
    }
    return try load(certificate, key) { error in
      "\(given.certificate) and \(given.key) are not a certificate authority with its key (\(error)); give both as PEM"
    }
  }

  private static func load(_ certificate: [UInt8], _ key: [UInt8], _ fault: (any Error) -> String) throws
    -> CertificateAuthority
  {
    do {
      return try CertificateAuthority.load(
        certificatePEM: String(decoding: certificate, as: UTF8.self),
        privateKeyPEM: String(decoding: key, as: UTF8.self))
    } catch { throw StartError(fault(error)) }
  }

  /// The identity for a name that clients ask for; an unknown name gets the server's own certificate, which the
  /// client then refuses with a clear reason.
  func identity(forServerName name: String?) -> TLSIdentity? {
    guard let name = name.map({ ASCII.lowercased($0) }),
      isOfAWorld(name) || hosts.role(of: name) != nil
    else { return standard }
    if let known = named.withLock({ $0.identities[name] }) { return known }
    guard let made = try? makeIdentity(for: name) else { return standard }
    named.withLock { known in
      if known.identities.updateValue(made, forKey: name) == nil { known.names.append(name) }
      if known.names.count > Self.maximumNamed { known.identities[known.names.removeFirst()] = nil }
    }
    return made
  }

  /// Whether the name is a world's label before one of the server's names. Before `localhost` there may be several
  /// labels.
  private func isOfAWorld(_ name: String) -> Bool {
    if name.hasSuffix(".localhost") { return true }
    return suffixes.contains { suffix in
      name.hasSuffix(suffix) && WorldName.isValid(String(name.dropLast(suffix.utf8.count)))
    }
  }

  private func makeIdentity(for name: String) throws -> TLSIdentity {
    let leaf = try authority.issueLeaf(names: [name], addresses: [], now: clock.now, entropy: entropy)
    return try TLSIdentity(certificateChainPEM: leaf.certificateChainPEM, privateKeyPEM: leaf.privateKeyPEM)
  }

  private static func isAddress(_ name: String) -> Bool {
    name.contains(":") || name.utf8.allSatisfy { ASCII.isDigit($0) || $0 == 0x2E }
  }
}

/// The files of a certificate authority that the administrator gives to the server: PEM, each in a file of its own.
package struct AuthorityFiles: Sendable, Hashable {
  package let certificate: String
  package let key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}
