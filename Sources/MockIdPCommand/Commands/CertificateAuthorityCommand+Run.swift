import Bytes
import Crypto
import MockIdP

extension CertificateAuthorityCommand {
  func run(on console: Console) throws -> ExitCode {
    let home = HomeFiles(environment: console.environment)
    let path = home.certificateAuthority
    try HomeDirectory.checkThereIsOne(at: path)
    guard TextFile.exists(path), let certificate = try HomeDirectory.certificateAuthority(in: home.directory) else {
      throw CommandError(
        "there is no certificate authority at \(path) yet: 'mockidp serve' makes it at its first start")
    }
    switch output {
    case .path: console.print(path)
    case .instructions: console.write(try Self.instructions(path, certificate, console.palette))
    case .certificate:
      console.copy(certificate)
      console.note("\(path)\n\n" + (try Self.instructions(path, certificate, console.palette(of: console.errors))))
    }
    return .success
  }

  private static func instructions(_ path: String, _ certificate: String, _ palette: Palette) throws -> String {
    let fingerprint = Hex.encode(try Certificate.pem(certificate).sha1Thumbprint)
    return TrustInstructions.text(path: path, fingerprint: fingerprint, palette)
  }
}
