import CZlib

/// A body as a client sends it with `Content-Encoding: gzip`.
enum GzipBody {
  struct Failed: Error {}

  static func pack(_ text: String) throws -> [UInt8] { try pack(Array(text.utf8)) }

  static func pack(_ bytes: [UInt8]) throws -> [UInt8] {
    var (input, stream) = (bytes, z_stream())
    guard mockidp_deflate_gzip(&stream) == Z_OK else { throw Failed() }
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let left = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.avail_out) : output.count
      }
    }
    return Array(output.dropLast(left))
  }
}
