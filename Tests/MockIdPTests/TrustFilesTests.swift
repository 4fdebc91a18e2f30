import Expectations
import TestSupport
import Testing

@testable import MockIdP

/// The files by which runtimes are told to trust a server.
struct TrustFilesTests {
  @Test func holdTheSystemsRootsAndTheAuthority() throws {
    let options = try Running.options { $0.trustDirectory = $0.home + "/shared/trust" }
    let other = try Running.server(try Running.options()) { server, _ in server.certificateAuthorityPEM }
    let roots = options.home + "/roots.pem"
    #expect(TestFiles.write(Array("# A root\n\(other)\nnothing\n".utf8), to: roots))
    var found = options
    found.environment = ["SSL_CERT_FILE": roots]
    try Running.server(found) { server, _ in
      let directory = options.home + "/shared/trust"
      let files = try TrustFiles.write(
        authorityPEM: server.certificateAuthorityPEM, in: directory, environment: found.environment)
      expectEqual(Self.text(files.authority), server.certificateAuthorityPEM)
      expectEqual(Self.text(files.bundle), other + server.certificateAuthorityPEM)
      let store = TestFiles.read(files.trustStore)
      expectEqual(store?.first, 0x30)
      for path in [files.authority, files.bundle, files.trustStore] { expectEqual(TestFiles.mode(path), 0o644) }
      // A second time nothing is written: the check sum's salt would show it.
      _ = try TrustFiles.write(
        authorityPEM: server.certificateAuthorityPEM, in: directory, environment: ["SSL_CERT_FILE": roots])
      expectEqual(TestFiles.read(files.trustStore), store)
      // The bundle as the system's roots does not grow by itself, whoever names it.
      _ = try TrustFiles.write(
        authorityPEM: server.certificateAuthorityPEM, in: options.home + "/other",
        environment: ["SSL_CERT_FILE": files.bundle])
      expectEqual(Self.text(options.home + "/other/bundle.pem"), other + server.certificateAuthorityPEM)
    }
  }

  @Test func aDirectoryThatCannotBeMadeIsNamed() throws {
    let options = try Running.options { $0.trustDirectory = "/proc/none" }
    #expect(try Running.refusal(options).contains("/proc/none"))
  }

  private static func text(_ path: String) -> String? {
    TestFiles.read(path).map { String(decoding: $0, as: UTF8.self) }
  }
}
