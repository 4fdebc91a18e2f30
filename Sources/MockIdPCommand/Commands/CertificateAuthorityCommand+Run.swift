import Bytes
import Crypto

extension CertificateAuthorityCommand {
  func run(on console: Console) throws -> ExitCode {
    let path = HomeFiles(environment: console.environment).certificateAuthority
    guard TextFile.exists(path) else {
      throw CommandError(
        "there is no certificate authority at \(path) yet: 'mockidp serve' makes it at its first start")
    }
    switch output {
    case .path: console.print(path)
    case .instructions: console.write(try Self.instructions(path, console.palette))
    case .certificate:
      console.copy(try TextFile.read(path))
      console.note("\(path)\n\n" + (try Self.instructions(path, console.palette(of: console.errors))))
    }
    return .success
  }

  private static func instructions(_ path: String, _ palette: Palette) throws -> String {
    let fingerprint = Hex.encode(try Certificate.pem(try TextFile.read(path)).sha1Thumbprint)
    return TrustInstructions.text(path: path, fingerprint: fingerprint, palette)
  }
}
