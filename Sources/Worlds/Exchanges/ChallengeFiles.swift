/// The files that only programs on the same machine can read. A program that knows what is in one proves where it runs
/// (Microsoft: "Authenticate against Azure resources with Azure Arc-enabled servers").
package protocol ChallengeFiles: AnyObject, Sendable {
  /// Writes `key` into a new file and returns the file's path.
  ///
  /// - Throws: `ChallengeFileError` when the directory cannot be written to.
  func write(_ key: String) throws(ChallengeFileError) -> String

  /// Takes the key out of use, with its file. False when no file has that key.
  func use(_ key: String) -> Bool
}

/// A file with a key could not be written.
package struct ChallengeFileError: Error, CustomStringConvertible {
  /// One sentence with the remedy.
  package let description: String

  package init(_ description: String) { self.description = description }
}
