import Bytes

/// An answer as a server gives it to the one that relayed the request: as the handler made it, with the delivery that the other server
/// carries out toward the client.
package enum RelayedAnswerRecord {
  /// The record of an answer; the body follows it. `keepsBody` is false for an answer whose body the client does not get (HEAD, 204):
  /// then the record has the length that the head tells, in the place of the body.
  package static func encode(_ response: HTTPResponse, keepsBody: Bool, date: @autoclosure () -> String) -> [UInt8] {
    var fields = response.fields
    if fields["Date"] == nil { fields.append("Date", date()) }
    if !keepsBody, response.stream == nil, !response.body.isEmpty {
      if HTTPStatus.isBodiless(response.status) {
        fields.remove("Content-Length")
      } else {
        fields.set("Content-Length", String(response.body.count))
      }
    }
    var record = RecordWriter(capacity: 1_024)
    record.number(response.status)
    record.fields(fields)
    record.duration(response.delivery.delay)
    switch response.delivery.manner {
    case .whole: record.number(0)
    case .slow(let bytes, let interval):
      record.number(1)
      record.number(bytes)
      record.duration(interval)
    case .cut(let count):
      record.number(2)
      record.number(count)
    case .reset: record.number(3)
    case .silent: record.number(4)
    }
    record.flag(response.stream != nil)
    return record.finish()
  }

  /// Reads one whole record. The response has neither body nor stream yet; `hasStream` says whether a stream makes its body.
  ///
  /// - Throws: `HTTPParseError` when it is none.
  static func decode(
    _ bytes: ArraySlice<UInt8>
  ) throws(HTTPParseError) -> (response: HTTPResponse, hasStream: Bool) {
    var record = RecordReader(bytes)
    let status = try record.integer()
    guard (100...999).contains(status) else { throw .relayRecord }
    var response = HTTPResponse(status: status, fields: try record.fieldsToSend())
    response.delivery.delay = try record.duration()
    switch try record.number() {
    case 0: response.delivery.manner = .whole
    case 1:
      let bytes = try record.integer()
      response.delivery.manner = .slow(bytes: bytes, every: try record.duration())
    case 2: response.delivery.manner = .cut(afterBodyBytes: try record.integer())
    case 3: response.delivery.manner = .reset
    case 4: response.delivery.manner = .silent
    default: throw .relayRecord
    }
    return (response, try record.flag())
  }
}
