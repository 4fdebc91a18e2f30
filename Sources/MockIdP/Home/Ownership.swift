import Platform

/// Decides whether a file or a directory may hold what this user relies on: another user who owns or may change it
/// could have planted a key or a certificate.
struct Ownership: Sendable {
  /// The user whom the file belongs to.
  let owner: uid_t
  /// The kind and the permissions, as in `stat`.
  let mode: mode_t

  init(owner: uid_t, mode: mode_t) {
    self.owner = owner
    self.mode = mode
  }

  init(_ status: stat) { self.init(owner: status.st_uid, mode: status.st_mode) }

  /// What is wrong with it, in words that follow its path. Nil when it may be used by `user`. The group may write:
  /// mounted volumes often allow that.
  func fault(for user: uid_t) -> String? {
    guard owner == user || owner == 0 else { return "belongs to user \(owner), and this is user \(user)" }
    return mode & S_IWOTH == 0 ? nil : "may be changed by every user"
  }

  /// Refuses the directory at that path, or lets it pass. One that is missing passes. Of a symbolic link both the link
  /// and the directory that it leads to must be of this user or root.
  static func check(directory path: String) throws(StartError) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
      // The permissions of a link say nothing.
      try refuse(path, Ownership(owner: status.st_uid, mode: 0).fault(for: geteuid()))
    }
    guard stat(path, &status) == 0 else { return }
    try refuse(path, Ownership(status).fault(for: geteuid()))
  }

  /// Refuses the open file, or lets it pass.
  static func check(_ descriptor: Int32, at path: String) throws(StartError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    try refuse(path, Ownership(status).fault(for: geteuid()))
  }

  private static func refuse(_ path: String, _ fault: String?) throws(StartError) {
    guard let fault else { return }
    throw StartError(
      "\(path) \(fault), so somebody else could have put it there; choose another directory or \(remedy)")
  }

  private static let remedy = "make it this user's own (chown, chmod o-w)"
}
