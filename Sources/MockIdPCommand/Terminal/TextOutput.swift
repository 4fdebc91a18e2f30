import Platform

/// An output for text: a file descriptor of the process, or a test.
struct TextOutput: Sendable {
  let isTerminal: Bool
  /// Writes the text. False when the reader has closed the other end.
  let write: @Sendable (String) -> Bool

  static let standardOutput = descriptor(STDOUT_FILENO)
  static let standardError = descriptor(STDERR_FILENO)

  /// Writes the whole text at once, without a buffer that would be lost when a signal ends the process. A reader that
  /// has closed the other end is not an error here.
  private static func descriptor(_ descriptor: Int32) -> TextOutput {
    TextOutput(isTerminal: isatty(descriptor) == 1) { text in
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        bytes = bytes.dropFirst(count)
      }
      return true
    }
  }
}
