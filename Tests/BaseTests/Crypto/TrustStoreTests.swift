import Expectations
import Testing
import Time

@testable import Crypto

struct TrustStoreTests {
  /// Java itself reads such a file in the client tests.
  @Test func holdsEachCertificateAsOneThatMayBeTrusted() throws {
    let now = UnixTime(seconds: 1_769_854_830)
    let certificates = try (1...3).map { seed in
      try CertificateAuthority.create(now: now, entropy: SeededEntropy(seed: UInt64(seed))).certificate
    }
    let file = try TrustStore.pkcs12(certificates, password: "changeit")
    expectEqual(file.first, 0x30)
    for certificate in certificates { expectEqual(Self.count(certificate.der, in: file), 1) }
    // 2.16.840.1.113894.746875.1.1, Oracle's attribute, and 2.5.29.37.0, any purpose.
    let attribute: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x86, 0xF9, 0x66, 0xAD, 0xCA, 0x7B, 0x01, 0x01]
    expectEqual(Self.count(attribute, in: file), 3)
    expectEqual(Self.count([0x55, 0x1D, 0x25, 0x00], in: file), 3)
  }

  private static func count(_ part: [UInt8], in bytes: [UInt8]) -> Int {
    guard bytes.count >= part.count else { return 0 }
    return (0...bytes.count - part.count).count { bytes[$0] == part[0] && bytes[$0...].starts(with: part) }
  }
}
