import Directory
import JSON
import MockIdP

extension AppCommand {
  func run(on console: Console) throws -> ExitCode {
    switch output {
    case .key: console.print(DaemonCertificate.privateKeyPEM)
    case .certificate: console.print(DaemonCertificate.certificatePEM)
    case .files, .json:
      let files = try AppFiles.write(in: HomeFiles(environment: console.environment).apps)
      if output == .json {
        console.print((["pem": .string(files.pem), "pfx": .string(files.pfx)] as JSONValue).prettyText)
      } else {
        console.print(files.pem)
        console.print(files.pfx)
      }
    }
    return .success
  }
}
