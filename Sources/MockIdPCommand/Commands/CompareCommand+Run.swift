import Records
import Scenarios

extension CompareCommand {
  func run(on console: Console) throws -> ExitCode {
    let player = try RecordPlayer()
    var differs = false
    for file in files {
      let bases = ScenarioBases(of: file) { path throws(CommandError) in try TextFile.bytes(path) }
      let record = try RecordReader.record(
        from: try TextFile.bytes(file), named: file.hasSuffix(".yaml") ? String(file.dropLast(5)) : file,
        extending: bases)
      do {
        let found = try player.differences(from: record)
        console.print("\(found.isEmpty ? "same" : "differs")  \(file)")
        for difference in found { console.print("    \(difference)") }
        if !found.isEmpty { differs = true }
      } catch let fault as RecordFault {
        console.print("cannot be played  \(file): \(fault)")
        differs = true
      }
    }
    return differs ? .failure : .success
  }
}
