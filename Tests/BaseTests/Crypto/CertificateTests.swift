import Bytes
import Crypto
import Expectations
import Foundation
import Testing
import Time

struct CertificateTests {
  /// The real time, since the `openssl` command goes by it.
  let now = UnixTime(seconds: Int64(Date().timeIntervalSince1970))

  /// Runs `openssl` in a directory that holds `files` and is gone afterwards.
  private func openssl(_ arguments: String..., files: [String: String]) throws -> (status: Int32, output: String) {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("crypto-tests-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    for (name, text) in files { try Data(text.utf8).write(to: directory.appendingPathComponent(name)) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = directory
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test func aStrictVerifierAcceptsTheLeaf() throws {
    let authority = try CertificateAuthority.create(now: now, entropy: SystemEntropy())
    let names = ["login.microsoftonline.com", "*.b2clogin.com", "localhost"]
    let leaf = try authority.issueLeaf(
      names: names, addresses: ["127.0.0.1", "::1"], now: now, entropy: SystemEntropy())
    let files = ["ca.pem": try authority.certificate.pem(), "chain.pem": leaf.certificateChainPEM]
    for host in ["login.microsoftonline.com", "contoso.b2clogin.com", "localhost"] {
      let result = try openssl(
        "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", "ca.pem", "-verify_hostname", host, "chain.pem",
        files: files)
      expectEqual(result.status, 0, "\(host): \(result.output)")
    }
    for address in ["127.0.0.1", "::1"] {
      let result = try openssl(
        "verify", "-x509_strict", "-CAfile", "ca.pem", "-verify_ip", address, "chain.pem", files: files)
      expectEqual(result.status, 0, "\(address): \(result.output)")
    }
    let other = try openssl(
      "verify", "-x509_strict", "-CAfile", "ca.pem", "-verify_hostname", "example.com", "chain.pem", files: files)
    #expect(other.status != 0)
  }

  @Test func theLeafSaysWhatRuntimesAskFor() throws {
    let authority = try CertificateAuthority.create(now: now, entropy: SeededEntropy(seed: 1))
    let leaf = try authority.issueLeaf(
      names: ["a.test"], addresses: ["10.0.0.1", "::1"], now: now, entropy: SeededEntropy(seed: 1))
    let text = try openssl("x509", "-in", "leaf.pem", "-noout", "-text", files: ["leaf.pem": leaf.certificateChainPEM])
      .output
    for part in [
      "Signature Algorithm: ecdsa-with-SHA256", "Basic Constraints: critical\n                CA:FALSE",
      "Key Usage: critical\n                Digital Signature\n", "TLS Web Server Authentication",
      "Subject Key Identifier", "Authority Key Identifier", "DNS:a.test, IP Address:10.0.0.1",
      "Subject: CN = a.test", "Version: 3 (0x2)",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    let ca = try openssl(
      "x509", "-in", "ca.pem", "-noout", "-text", files: ["ca.pem": try authority.certificate.pem()]
    ).output
    for part in [
      "Basic Constraints: critical\n                CA:TRUE, pathlen:0",
      "Key Usage: critical\n                Certificate Sign, CRL Sign", "Subject Key Identifier",
    ] {
      #expect(ca.contains(part), "\(part) in \(ca)")
    }
    let certificate = try Certificate.pem(leaf.certificateChainPEM)
    #expect(certificate.belongs(to: try PrivateKey.pem(leaf.privateKeyPEM)))
    #expect(!certificate.belongs(to: authority.key))
    expectEqual(certificate.issuer, authority.certificate.subject)
    #expect(certificate.notAfter - certificate.notBefore < .days(397))
    #expect(certificate.notAfter > now + .days(396))
    #expect(authority.certificate.subject.hasPrefix("CN=mockidp local CA "))
    expectEqual(authority.certificate.subject.utf8.count, "CN=mockidp local CA 012345".utf8.count)
  }

  @Test func theAuthorityGoesThroughPEM() throws {
    let authority = try CertificateAuthority.create(now: now, entropy: SystemEntropy())
    let other = try CertificateAuthority.create(now: now, entropy: SystemEntropy())
    let pem = try authority.certificate.pem()
    let again = try CertificateAuthority.load(certificatePEM: pem, privateKeyPEM: try authority.key.pem())
    expectEqual(again.certificate.der, authority.certificate.der)
    #expect(throws: CryptoError.self) {
      try CertificateAuthority.load(certificatePEM: pem, privateKeyPEM: try other.key.pem())
    }
    // A leaf does not outlive its authority.
    let late = again.certificate.notAfter - .days(10)
    let leaf = try again.issueLeaf(names: ["a.test"], addresses: [], now: late, entropy: SystemEntropy())
    try expectEqual(Certificate.pem(leaf.certificateChainPEM).notAfter, again.certificate.notAfter)
  }

  @Test(
    arguments: [
      (["a b"], []), (["a,DNS:b"], []), (["a.*"], []), (["*"], []), ([""], []), (["a..b"], []), (["na\u{EF}ve"], []),
      ([], ["localhost"]), ([], ["1.2.3"]), ([], []), ([String(repeating: "a", count: 64) + ".test"], []),
    ] as [([String], [String])])
  func hostsThatAreNoneAreRefused(names: [String], addresses: [String]) throws {
    let authority = try CertificateAuthority.create(now: now, entropy: SystemEntropy())
    #expect(throws: CryptoError.self) {
      try authority.issueLeaf(names: names, addresses: addresses, now: now, entropy: SystemEntropy())
    }
  }

  @Test func aTokenSigningCertificateLooksLikeEntras() throws {
    let key = try #require(KeyTests.rsa)
    let start = UnixTime(seconds: 1_767_225_600)
    let first = try Certificate.tokenSigning(for: key, now: start, entropy: SeededEntropy(seed: 5))
    let second = try Certificate.tokenSigning(for: key, now: start, entropy: SeededEntropy(seed: 5))
    expectEqual(first.der, second.der)
    expectEqual(first.subject, "CN=accounts.accesscontrol.windows.net")
    expectEqual(first.issuer, first.subject)
    expectEqual(first.notBefore, start)
    expectEqual(first.notAfter.iso8601, "2031-01-01T00:00:00Z")
    expectEqual(first.sha1Thumbprint, SHA1.hash(first.der))
    expectEqual(first.sha256Thumbprint, SHA256.hash(first.der))
    try expectEqual(first.publicKey().modulus, key.publicKey.modulus)
    let result = try openssl(
      "verify", "-x509_strict", "-partial_chain", "-no_check_time", "-CAfile", "a.pem", "a.pem",
      files: ["a.pem": try first.pem()])
    expectEqual(result.status, 0, "\(result.output)")
  }

  @Test func derIsReadWholeOrNotAtAll() throws {
    let certificate = try CertificateAuthority.create(now: now, entropy: SystemEntropy()).certificate
    try expectEqual(Certificate.der(certificate.der).subject, certificate.subject)
    #expect(throws: CryptoError.self) { try Certificate.der(certificate.der + [0]) }
    #expect(throws: CryptoError.self) { try Certificate.der(Array(certificate.der.dropLast())) }
    #expect(throws: CryptoError.self) { try Certificate.der([]) }
    #expect(throws: CryptoError.self) { try Certificate.pem("") }
  }
}
