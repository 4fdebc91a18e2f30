import Bytes
import Glibc

/// A command that runs as a child of this process, on the same terminal and files.
struct ChildProcess: Sendable {
  let id: pid_t

  /// Starts the command, and looks for it in `PATH` when its name has no directory.
  ///
  /// The child begins with no signal blocked, whatever this process inherited: a child that blocks signals could not
  /// be stopped.
  ///
  /// - Throws: `CommandError` with the exit code that a shell would have.
  static func start(_ words: [String], environment: [String: String]) throws(CommandError) -> ChildProcess {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    // This process ignores SIGPIPE, and the child would inherit that.
    var reset = sigset_t()
    sigemptyset(&reset)
    sigaddset(&reset, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &reset)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let name = words.first ?? ""
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.inOrder { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var id: pid_t = 0
    let error = posix_spawnp(&id, name, nil, &attributes, &arguments, &variables)
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
