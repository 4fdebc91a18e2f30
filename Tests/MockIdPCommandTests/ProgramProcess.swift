import Platform

/// The built program as a process of its own.
final class ProgramProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let id: pid_t
  private let output: Int32
  private var exitStatus: Int32?

  /// Starts the program that was built beside this test bundle, or another one. Its standard error goes where this process' goes. `input`
  /// is its standard input; without one it has that of this process.
  init(_ words: [String], environment: [String: String], program: String? = nil, input: Int32? = nil) throws {
    let path = try program ?? Self.path()
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
    output = ends[0]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    var arguments = ([path] + words).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var id: pid_t = 0
    guard mockidp_spawn(&id, path, &arguments, &variables, input ?? -1, ends[1], -1) == 0 else {
      close(ends[0])
      throw Failure(description: "\(path) cannot be started")
    }
    self.id = id
  }

  deinit {
    close(output)
    if exitStatus == nil {
      kill(id, SIGKILL)
      waitpid(id, nil, 0)
    }
  }

  /// What the program prints until it has printed `end`, or ends itself.
  func read(until end: String) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8), Platform.read(output, &byte, 1) == 1 {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func signal(_ number: Int32) { kill(id, number) }

  /// Whether its output ends within that time, as it does with the process. What is printed meanwhile is thrown away.
  func ends(within time: Duration) -> Bool {
    let limit = Int32(time.components.seconds * 1_000)
    var bytes = [UInt8](repeating: 0, count: 4_096)
    var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    while poll(&descriptor, 1, limit) > 0 {
      if Platform.read(output, &bytes, bytes.count) <= 0 { return true }
    }
    return false
  }

  /// Waits for the end: the exit code, or minus the number of the signal that ended it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    exitStatus = status
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
  }

  static func path() throws -> String {
    // The runner is the bundle itself, or a program of the toolchain that was given the bundle's path. On macOS the bundle is a folder, with
    // the tests further down.
    for candidate in CommandLine.arguments {
      var folder = candidate[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        let path = folder + "/mockidp"
        if access(String(path), X_OK) == 0 { return String(path) }
      }
    }
    throw Failure(description: "mockidp was not built beside \(CommandLine.arguments.first ?? "the tests")")
  }
}
