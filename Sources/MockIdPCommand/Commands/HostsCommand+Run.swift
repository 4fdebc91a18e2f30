import Bytes

extension HostsCommand {
  func run(on console: Console) throws -> ExitCode {
    switch action {
    case .print: console.copy(block.text)
    case .apply:
      let file = TextFile.exists(path) ? try TextFile.read(path) : ""
      try change(file, to: block.applied(to: file, named: path), console, "leads \(block.names.count) names here")
      for rival in block.rivals(in: file) {
        console.note("mockidp: \(path) line \(rival.line) names \(rival.name) too, and the first line that does wins")
      }
    case .remove:
      let file = TextFile.exists(path) ? try TextFile.read(path) : ""
      try change(file, to: HostsBlock.removed(from: file, named: path), console, "leads no name here")
    }
    return .success
  }

  private func change(_ old: String, to new: String, _ console: Console, _ outcome: String) throws {
    guard !new.hasSameBytes(as: old) else {
      console.print("\(path) \(outcome) already")
      return
    }
    try TextFile.overwrite(path, with: new)
    console.print("\(path) \(outcome)")
  }
}
