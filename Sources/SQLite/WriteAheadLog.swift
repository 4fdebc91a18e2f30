import Platform

/// Checks a write-ahead log without opening its database (SQLite: "WAL-mode File Format").
///
/// SQLite reads a log up to the first frame with a wrong checksum and takes the rest for the remains of a crash. So
/// it would drop commits after a damaged place without an error. This check finds them.
package enum WriteAheadLog {
  private static let headerSize = 32
  private static let frameHeaderSize = 24

  /// The damage of the log at that path, in words. Nil when there is no log, and when the log ends as one may end
  /// after a crash.
  /// - Throws: `SQLiteError` when the file cannot be read.
  package static func damage(inFile path: String) throws(SQLiteError) -> String? {
    guard let bytes = try read(path) else { return nil }
    return damage(in: bytes)
  }

  /// The damage of a log with these bytes, as `damage(inFile:)` gives it.
  package static func damage(in bytes: [UInt8]) -> String? {
    guard bytes.count > headerSize else { return nil }
    let magic = word(bytes, 0)
    // A header of zeros was never written: the machine stopped before.
    if bytes.prefix(headerSize).allSatisfy({ $0 == 0 }) { return nil }
    let isBigEndian = magic == 0x377F_0683
    guard isBigEndian || magic == 0x377F_0682 else { return "its header is that of no log" }
    var sum = Checksum(isBigEndian: isBigEndian)
    sum.add(bytes, 0..<24)
    let pageSize = Int(word(bytes, 8))
    guard sum.equals(bytes, 24), pageSize >= 512, pageSize <= 65_536, pageSize & (pageSize - 1) == 0 else {
      return "its header does not add up"
    }
    return damage(inFramesOf: bytes, pageSize: pageSize, after: sum)
  }

  private static func damage(inFramesOf bytes: [UInt8], pageSize: Int, after header: Checksum) -> String? {
    var sum = header
    var start = headerSize
    var number = 1
    var firstBad: Int?
    var laterCommits = 0
    while start + frameHeaderSize + pageSize <= bytes.count {
      let isOfThisLog = word(bytes, start + 8) == word(bytes, 16) && word(bytes, start + 12) == word(bytes, 20)
      if firstBad == nil {
        sum.add(bytes, start..<start + 8)
        sum.add(bytes, start + frameHeaderSize..<start + frameHeaderSize + pageSize)
        if !isOfThisLog || !sum.equals(bytes, start + 16) { firstBad = number }
      } else if isOfThisLog, word(bytes, start + 4) != 0 {
        // Frames from before the log started again do not count.
        laterCommits += 1
      }
      start += frameHeaderSize + pageSize
      number += 1
    }
    // A process that is killed leaves at most its last transaction incomplete.
    guard let firstBad, laterCommits > 1 else { return nil }
    return "frame \(firstBad) of \(number - 1) does not add up, and \(laterCommits) changes were stored after it"
  }

  /// The running checksum of a log: two sums over pairs of 32-bit words.
  private struct Checksum {
    let isBigEndian: Bool
    var first: UInt32 = 0
    var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
      bytes.withUnsafeBytes { bytes in
        for place in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
          let (left, right) = (load(bytes, place), load(bytes, place + 4))
          first = first &+ left &+ second
          second = second &+ right &+ first
        }
      }
    }

    private func load(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    func equals(_ bytes: [UInt8], _ place: Int) -> Bool {
      first == WriteAheadLog.word(bytes, place) && second == WriteAheadLog.word(bytes, place + 4)
    }
  }

  /// Numbers in headers are big-endian, even where the checksums are not.
  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func read(_ path: String) throws(SQLiteError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw SQLiteError(code: cannotOpen, message: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Platform.read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      guard count > 0 else { throw SQLiteError(code: cannotOpen, message: String(cString: strerror(errno))) }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  /// `SQLITE_CANTOPEN`.
  private static let cannotOpen: Int32 = 14
}
