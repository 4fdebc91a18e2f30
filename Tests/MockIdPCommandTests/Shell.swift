import Platform

/// A line given to a shell, and what it prints.
enum Shell {
  struct Failure: Error {}

  static func run(_ shell: String, _ text: String) throws -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let words: [String] = [shell, "-c", text]
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let settings: [String] = ["PATH=\(path)"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { (word: String) in strdup(word) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = settings.map { (setting: String) in strdup(setting) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var id: pid_t = 0
    let error = mockidp_spawn(&id, shell, &arguments, &variables, -1, ends[1], -1)
    close(ends[1])
    guard error == 0 else { throw Failure() }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(ends[0], &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    waitpid(id, nil, 0)
    return String(decoding: bytes, as: UTF8.self)
  }
}
