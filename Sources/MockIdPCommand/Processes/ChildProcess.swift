import Bytes
import Platform

/// A command that runs as a child of this process, on the same terminal and files.
struct ChildProcess: Sendable {
  let id: pid_t

  /// Starts the command, and looks for it in `PATH` when its name has no directory.
  ///
  /// The child begins with no signal blocked, whatever this process inherited.
  ///
  /// With `output`, the child writes to that file in the place of this process's outputs, and its input is empty.
  ///
  /// - Throws: `CommandError` with the exit code that a shell would have.
  static func start(
    _ words: [String], environment: [String: String], output: Int32? = nil
  ) throws(CommandError) -> ChildProcess {
    var input: Int32 = -1
    if output != nil { input = open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { if input >= 0 { close(input) } }
    let name = words.first ?? ""
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var id: pid_t = 0
    let error = mockidp_spawn(&id, name, &arguments, &variables, input, output ?? -1, output ?? -1)
    guard error == 0 else {
      let reason = String(cString: strerror(error))
      throw CommandError(
        "cannot run \(name): \(reason)", error == ENOENT ? .notFound : .notExecutable)
    }
    return ChildProcess(id: id)
  }

  func send(_ signal: Int32) { kill(id, signal) }

  /// The exit code as shells count it: for a child that a signal ended, 128 and the number of the signal. Nil while
  /// it runs.
  func exitCode() -> ExitCode? {
    var status: Int32 = 0
    guard waitpid(id, &status, WNOHANG) == id else { return nil }
    return Self.code(status)
  }

  private static func code(_ status: Int32) -> ExitCode {
    let signal = status & 0x7F
    return ExitCode(rawValue: signal == 0 ? status >> 8 & 0xFF : 128 + signal)
  }

  /// Waits for the end of the child, and passes on the signals that arrive in the meantime. The child has got those
  /// of the terminal itself. `signals` must contain SIGCHLD.
  func wait(passingOn signals: SignalSet) -> ExitCode {
    while true {
      let arrival = signals.wait()
      if arrival.number == SIGCHLD {
        if let code = exitCode() { return code }
      } else if !arrival.isFromTerminal {
        send(arrival.number)
      }
    }
  }
}

extension ChildProcess {
  /// How long a program may take that only answers a question.
  private static let patience: Int32 = 10_000

  /// Runs a short program to its end, and returns what it printed on both outputs. Nil when it cannot be run, or says
  /// nothing for ten seconds.
  static func output(_ words: [String], environment: [String: String]) -> (code: ExitCode, text: String)? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    // The child must not inherit these; the copies that it writes to are its own.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child = try? start(words, environment: environment, output: ends[1])
    close(ends[1])
    guard let child else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var wait = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, patience) > 0 else {
        child.send(SIGKILL)
        _ = child.end()
        return nil
      }
      let count = Platform.read(ends[0], &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return (child.end(), String(decoding: bytes, as: UTF8.self))
  }

  /// The program of that name that a shell with this environment would run; nil when there is none.
  static func path(of name: String, in environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Waits for the end of the child.
  private func end() -> ExitCode {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return Self.code(status)
  }
}
