package import Platform

/// Makes temporary files beside the files that they will replace.
package enum NewFile {
  /// How many names are tried. Another user of a shared directory may have taken some of them.
  private static let attempts = 100

  /// Makes a file in the directory of `path` and opens it for writing. The system makes it anew and follows no symbolic
  /// link (`O_EXCL`, `O_NOFOLLOW`), so a file or a link that another user has put there is never written.
  ///
  /// Nil when none can be made; `errno` then says why. The caller closes the descriptor, and renames or removes the
  /// file.
  package static func open(beside path: String, mode: mode_t) -> (descriptor: Int32, path: String)? {
    for number in 0..<attempts {
      let name = "\(path).\(getpid()).\(number).new"
      // A process of the same number that was killed may have left one.
      unlink(name)
      let descriptor = Platform.open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      if descriptor >= 0 { return (descriptor, name) }
      guard errno == EEXIST else { return nil }
    }
    return nil
  }
}
