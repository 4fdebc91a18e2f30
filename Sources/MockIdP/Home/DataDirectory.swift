import Platform
import Synchronization

/// The directory of `--data`. One process has it until `release`, or for as long as this value lives.
///
/// The claim is a lock of the system (flock(2)) on `mockidp.lock`. The system frees it however the process ends. The
/// text of that file, a process id and the name of a host, is only for the message to a second process.
final class DataDirectory: Sendable {
  /// The SQLite file with the worlds.
  let databasePath: String
  /// Nil: it is released.
  private let lock: Mutex<Int32?>

  /// Makes the directory when it is missing, and claims it.
  ///
  /// - Throws: `StartError` with the remedy when the path is not a directory, this user may not write it, or another
  ///   process has claimed it.
  init(_ path: String) throws(StartError) {
    try Files.makeDirectory(path)
    databasePath = Self.databasePath(in: path)
    let lockPath = path + "/mockidp.lock"
    try Self.checkWritable(path)
    for file in [databasePath, databasePath + "-wal", lockPath] { try Self.checkWritable(file) }
    try Ownership.check(directory: path)
    let descriptor = open(lockPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StartError("\(lockPath) cannot be opened: \(Files.reason(errno)); choose another --data directory")
    }
    // A file system without such locks gives another error. Then only the lock of the database protects it.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      let owner = Self.owner(in: descriptor)
      close(descriptor)
      throw StartError("\(path) is in use by \(owner); stop it, or choose another --data directory")
    }
    lock = Mutex(descriptor)
    // Only for the message; on a full disk the file stays empty.
    _ = ftruncate(descriptor, 0)
    let text = Array("\(getpid()) \(Self.hostName)\n".utf8)
    _ = pwrite(descriptor, text, text.count, 0)
    try Self.makePrivate(databasePath)
  }

  /// Makes the store when it is missing, and takes the permissions of other users away from the store and its log. SQLite
  /// gives a new log the permissions of the store. A store that belongs to root keeps its permissions.
  private static func makePrivate(_ databasePath: String) throws(StartError) {
    var status = stat()
    // A log without its store is refused later, and stays as it was.
    let isLogAlone = lstat(databasePath, &status) != 0 && lstat(databasePath + "-wal", &status) == 0
    let descriptor =
      isLogAlone ? -1 : open(databasePath, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
      return
    }
    guard isLogAlone || errno == EEXIST else {
      throw StartError("\(databasePath) cannot be made: \(Files.reason(errno)); choose another --data directory")
    }
    for file in [databasePath, databasePath + "-wal", databasePath + "-shm"] {
      var status = stat()
      guard lstat(file, &status) == 0 else { continue }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw StartError("\(file) is not a file of its own; remove it, or choose another --data directory")
      }
      if let fault = Ownership(owner: status.st_uid, mode: 0).fault(for: geteuid()) {
        throw StartError("\(file) \(fault); choose another --data directory")
      }
      if status.st_mode & 0o077 != 0, status.st_uid == geteuid() { chmod(file, 0o600) }
    }
  }

  deinit { release() }

  /// Gives the directory up, whoever still holds this value: a timer that is ended lets go of what it had a little later.
  func release() {
    if let descriptor = lock.withLock({ $0.take() }) { close(descriptor) }
  }

  static func databasePath(in directory: String) -> String { directory + "/mockidp.sqlite" }

  /// Asks the system without opening the file: closing a second descriptor of a database would give up the locks of
  /// the first one.
  private static func checkWritable(_ path: String) throws(StartError) {
    guard access(path, R_OK | W_OK) != 0 else { return }
    switch errno {
    case ENOENT: return
    case EROFS: throw StartError("\(path) is on a read-only file system; choose another --data directory")
    case let code:
      var status = stat()
      let owner = stat(path, &status) == 0 ? "it belongs to user \(status.st_uid), this is user \(getuid())" : nil
      throw StartError(
        "\(path) may not be written (\(owner ?? Files.reason(code))); run as its owner, give it to this user, or choose "
          + "another --data directory")
    }
  }

  /// The process that has claimed the directory, as the lock file names it.
  private static func owner(in descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 300)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard let process = words.first else { return "another mockidp" }
    guard words.count > 1, words[1] != hostName else { return "another mockidp, process \(process)" }
    return "another mockidp, process \(process) on the host \(words[1])"
  }

  private static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "?" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
