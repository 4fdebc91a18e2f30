import Dispatch
import Synchronization

/// A line on the terminal while something takes long. It disappears at the end.
final class Progress: Sendable {
  private enum State {
    case waiting
    case shown
    case over
  }

  private let state = Mutex(State.waiting)
  private let output: TextOutput

  /// Work that ends sooner shows no line.
  private static let patience = DispatchTimeInterval.seconds(1)

  /// Shows the line after one second; what ends sooner shows nothing.
  init(_ what: String, on output: TextOutput) {
    self.output = output
    DispatchQueue(label: "mockidp.progress").asyncAfter(deadline: .now() + Self.patience) { self.show(what) }
  }

  private func show(_ what: String) {
    state.withLock { state in
      guard state == .waiting else { return }
      state = .shown
      _ = output.write("\(what) …")
    }
  }

  /// Clears the line.
  func end() {
    state.withLock { state in
      if state == .shown { _ = output.write("\r\u{1B}[K") }
      state = .over
    }
  }
}
