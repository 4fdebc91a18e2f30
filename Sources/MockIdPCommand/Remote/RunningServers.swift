import Bytes
import Glibc

/// The running servers of this machine. Each has a ready file in the home directory, whose name is the number of its
/// process.
struct RunningServers: Sendable {
  private let directory: String

  init(home: HomeFiles) { directory = home.directory + "/servers" }

  /// Writes the ready file, so that commands find the server without options. A failure is ignored: the server runs
  /// without it.
  func add(_ file: ReadyFile) {
    mkdir(directory, 0o700)
    try? TextFile.replace(path(file.processID), with: file.text)
  }

  func remove(_ processID: Int32) { TextFile.remove(path(processID)) }

  /// The servers whose processes run, ordered by the number of the process. Files of processes that were killed are
  /// removed.
  func alive() -> [ReadyFile] {
    names().compactMap { name -> ReadyFile? in
      let path = "\(directory)/\(name)"
      guard name.hasSuffix(".json"), let text = try? TextFile.read(path), let file = ReadyFile(parsing: text) else {
        return nil
      }
      if file.processID > 0, kill(file.processID, 0) == 0 || errno == EPERM { return file }
      TextFile.remove(path)
      return nil
    }
    .inOrder { $0.processID < $1.processID }
  }

  private func path(_ processID: Int32) -> String { "\(directory)/\(processID).json" }

  private func names() -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}
