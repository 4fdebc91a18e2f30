import MockIdP
import Records
import Scenarios
import Time

extension CompareCommand {
  func run(on console: Console) throws -> ExitCode {
    let record = try read(on: console)
    let differences: [Difference]
    do { differences = try RecordPlayer().differences(from: record) } catch let fault as RecordFault {
      console.print("\(record.title): cannot be played: \(fault)")
      return .failure
    }
    console.print(differences.isEmpty ? "same: \(record.title)" : "differs: \(record.title)")
    for difference in differences { console.print("  \(difference)") }
    return differences.isEmpty ? .success : .failure
  }

  private func read(on console: Console) throws -> Record {
    let bytes = try TextFile.bytes(file)
    guard !file.hasSuffix(".yaml") else {
      let bases = ScenarioBases(of: file) { path throws(CommandError) in try TextFile.bytes(path) }
      return try RecordReader.record(from: bytes, named: String(file.dropLast(5)), extending: bases)
    }
    let draft: RecordDraft
    do throws(CaptureError) {
      draft = try RecordDraft(
        of: bytes, request: asked, source: source, today: String(SystemClock().now.iso8601.prefix(10)))
    } catch { throw CommandError("\(file): \(error)", .usage) }
    if let folder {
      let path = "\(folder)/\(draft.name).yaml"
      try TextFile.replace(path, with: draft.text)
      console.note("the record is in \(path); read it before you show it")
    }
    return try RecordReader.record(from: Array(draft.text.utf8), named: draft.name)
  }
}
