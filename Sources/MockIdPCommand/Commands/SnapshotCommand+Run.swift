import Bytes
import JSON

extension SnapshotCommand {
  func run(on console: Console) throws -> ExitCode {
    let server = try RemoteServer.find(server, on: console)
    switch action {
    case .save(let name):
      _ = try server.control("POST", "/snapshots", ["name": .string(name)])
      console.print("\(name): saved")
    case .list:
      for snapshot in try server.control("GET", "/snapshots")["snapshots"]?.array ?? [] {
        console.print("\(snapshot["name"]?.string ?? "")  \(snapshot["createdAt"]?.string ?? "")")
      }
    case .restore(let name):
      let answer = try server.control("POST", "/snapshots/\(Percent.encodeForm(name))/restore")
      console.print("\(name): restored; \(ClockCommand.sentence(answer["clock"] ?? nil))")
    case .delete(let name):
      _ = try server.control("DELETE", "/snapshots/\(Percent.encodeForm(name))")
      console.print("\(name): removed")
    }
    return .success
  }
}
