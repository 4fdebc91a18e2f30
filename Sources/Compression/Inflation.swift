import CZlib

/// A stream that zlib unpacks, whichever head it has. It belongs to this value and is freed with it.
struct Inflation: ~Copyable {
  /// Why there is no output.
  enum Failure: Error {
    case malformed, trailingBytes, outOfMemory
    case tooLarge(bound: Int)
  }

  /// On the heap, because zlib keeps a pointer to it.
  private let stream: UnsafeMutablePointer<z_stream>

  private init(adopting stream: UnsafeMutablePointer<z_stream>) { self.stream = stream }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// A stream that `start` made ready.
  static func begin(_ start: (UnsafeMutablePointer<z_stream>) -> Int32) throws(Failure) -> Inflation {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard start(stream) == Z_OK else {
      stream.deallocate()
      throw .outOfMemory
    }
    return Inflation(adopting: stream)
  }

  /// The output's bound: `maximum`, and no more than `ratio` times the packed bytes where that is over `floor`.
  static func bound(_ packed: Int, maximum: Int, ratio: Int, floor: Int) -> Int {
    min(maximum, max(floor, packed.multipliedReportingOverflow(by: ratio).partialValue))
  }

  private static let chunk = 16_384

  /// All that `packed` unpacks to. It stops at the first chunk beyond `bound`.
  consuming func unpack(_ packed: [UInt8], bound: Int) throws(Failure) -> [UInt8] {
    var input = packed
    var output: [UInt8] = []
    var room = [UInt8](repeating: 0, count: Self.chunk)
    var status = Z_OK
    let count = input.count
    input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(truncatingIfNeeded: count)
      repeat {
        let written = room.withUnsafeMutableBufferPointer { room in
          stream.pointee.next_out = room.baseAddress
          stream.pointee.avail_out = UInt32(room.count)
          status = inflate(stream, Z_NO_FLUSH)
          return room.count - Int(stream.pointee.avail_out)
        }
        output += room.prefix(written)
      } while status == Z_OK && output.count <= bound
    }
    guard output.count <= bound else { throw .tooLarge(bound: bound) }
    guard status == Z_STREAM_END else { throw status == Z_MEM_ERROR ? .outOfMemory : .malformed }
    guard stream.pointee.avail_in == 0 else { throw .trailingBytes }
    return output
  }
}
