import Synchronization

@testable import MockIdPCommand

/// A console that keeps what is printed.
final class Recorder: Sendable {
  private struct Texts {
    var output = ""
    var errors = ""
  }

  private let texts = Mutex(Texts())

  var output: String { texts.withLock { $0.output } }
  var errors: String { texts.withLock { $0.errors } }

  func console(
    environment: [String: String] = [:], outputIsTerminal: Bool = false, errorsAreTerminal: Bool = false
  ) -> Console {
    Console(
      environment: environment,
      output: TextOutput(isTerminal: outputIsTerminal) { text in
        self.texts.withLock { $0.output += text }
        return true
      },
      errors: TextOutput(isTerminal: errorsAreTerminal) { text in
        self.texts.withLock { $0.errors += text }
        return true
      })
  }
}
