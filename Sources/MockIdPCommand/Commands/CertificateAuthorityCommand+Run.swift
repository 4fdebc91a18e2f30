extension CertificateAuthorityCommand {
  func run(on console: Console) throws -> ExitCode {
    let path = HomeFiles(environment: console.environment).certificateAuthority
    guard TextFile.exists(path) else {
      throw CommandError(
        "there is no certificate authority at \(path) yet: 'mockidp serve' makes it at its first start")
    }
    switch output {
    case .path: console.print(path)
    case .instructions: console.write(TrustInstructions.text(path: path, console.palette))
    case .certificate:
      console.copy(try TextFile.read(path))
      console.note("\(path)\n\n" + TrustInstructions.text(path: path, console.palette(of: console.errors)))
    }
    return .success
  }
}
