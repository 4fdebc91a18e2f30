import Crypto
import MockIdP

extension ClusterCommand {
  func run(on console: Console) throws -> ExitCode {
    let given = controlToken ?? console.variable("MOCKIDP_CONTROL_TOKEN")
    let token = given ?? SystemEntropy().token(24)
    let founded = try ClusterFounder.found(settings, controlToken: token, role: role)
    let tables = "cluster: \(founded.isNew ? "" : "the ")tables in schema \(settings.schema) of \(founded.place)"
    guard founded.isNew else {
      console.print(tables + " were there, and stay as they are")
      if let role { console.print("cluster: role \(role) may do what a server does") }
      return .success
    }
    console.print(tables)
    console.print(
      founded.hasMadeKeyFile
        ? "cluster: key in \(settings.keyFile); every server needs this file, and nobody else"
        : "cluster: sealed with the key in \(settings.keyFile)")
    if let role { console.print("cluster: role \(role) may do what a server does") }
    // A new token is told once, and stands nowhere else in clear.
    if given == nil { console.print("cluster: control token \(token)") }
    return .success
  }
}
