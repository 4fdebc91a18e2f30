import Bytes
import HTTPWire
import Platform

/// The running servers of this machine. Each has a ready file in the home directory, whose name is the number of its
/// process. A server with a control token has the token in a second file beside it, which its user alone may read.
struct RunningServers: Sendable {
  private let directory: String

  init(home: HomeFiles) { directory = home.directory + "/servers" }

  /// Writes the ready file, so that commands find the server without options, and the control token, so that the user
  /// need not type it. A failure is ignored: the server runs without these files.
  func add(_ file: ReadyFile, controlToken: String? = nil) {
    mkdir(directory, 0o700)
    if let controlToken {
      try? TextFile.replace(tokenPath(file.processID), with: controlToken, mode: 0o600)
    } else {
      // A killed process of the same number may have left one.
      TextFile.remove(tokenPath(file.processID))
    }
    try? TextFile.replace(path(file.processID), with: file.text)
  }

  func remove(_ processID: Int32) {
    TextFile.remove(path(processID))
    TextFile.remove(tokenPath(processID))
  }

  /// The control token of the server whose control API is at that origin. Nil when no server of this user runs there,
  /// and when it has no token. A name for this machine stands for all of them. The port must be the one for HTTPS, since
  /// only there does the server prove who it is before it gets the token.
  func controlToken(at origin: String) -> String? {
    file(at: origin).flatMap { try? TextFile.read(tokenPath($0.processID)) }
  }

  /// What the server at that origin has written of itself, as `controlToken` finds it.
  func file(at origin: String) -> ReadyFile? {
    guard let asked = Self.authority(of: origin) else { return nil }
    return alive().first { file in
      guard let own = Self.authority(of: RemoteServer.origin(of: file.control)) else { return false }
      return own.port ?? 443 == asked.port ?? 443 && (own.host == asked.host || Self.isLoopback(asked.host))
    }
  }

  private static func authority(of origin: String) -> HTTPAuthority? {
    origin.hasPrefix("https://") ? HTTPAuthority(origin.dropFirst("https://".count)) : nil
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1" || host == "[::1]"
  }

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
      TextFile.remove(tokenPath(file.processID))
      return nil
    }
    .sorted { $0.processID < $1.processID }
  }

  private func path(_ processID: Int32) -> String { "\(directory)/\(processID).json" }

  private func tokenPath(_ processID: Int32) -> String { "\(directory)/\(processID).token" }

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
