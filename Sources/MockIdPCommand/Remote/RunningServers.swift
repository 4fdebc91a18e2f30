import Glibc

/// The servers of this machine that said where they are: a ready file each, in the home directory, named by the process.
struct RunningServers: Sendable {
  private let directory: String

  init(home: HomeFiles) { directory = home.directory + "/servers" }

  /// Lets commands find a server by themselves. That it cannot be written is no reason not to serve.
  func add(_ file: ReadyFile) {
    mkdir(directory, 0o700)
    try? TextFile.replace(path(file.processID), with: file.text)
  }

  func remove(_ processID: Int32) { TextFile.remove(path(processID)) }

  /// Those whose process lives, by its number. What a process left behind that was killed is cleared away.
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
    .sorted { $0.processID < $1.processID }
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
