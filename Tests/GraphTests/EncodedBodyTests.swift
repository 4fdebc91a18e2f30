import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Worlds

/// Bodies in gzip: the Graph SDK for Go packs every body.
struct EncodedBodyTests {
  private static let question = #"{"securityEnabledOnly":false}"#

  private func post(
    _ bytes: [UInt8], encoding: String?, path: String = "/v1.0/me/getMemberGroups"
  ) throws -> HTTPResponse {
    let bench = try Bench()
    var fields: HTTPFields = ["Content-Type": "application/json"]
    if let encoding { fields.append("Content-Encoding", encoding) }
    return try bench.call(
      path, method: "POST", authorization: try bench.token("User.Read", of: "bob"), fields: fields, bytes: bytes
    ).response
  }

  @Test(arguments: ["gzip", "GZIP", "x-gzip"]) func gzipIsUnpacked(_ encoding: String) throws {
    let response = try post(try GzipBody.pack(Self.question), encoding: encoding)
    expectEqual(response.status, 200, "\(response.text)")
    try expectEqual(MembershipTests.ids(response).count, 3)
  }

  @Test func identityIsPlain() throws {
    try expectEqual(post(Array(Self.question.utf8), encoding: "identity").status, 200)
  }

  @Test func aBatchIsUnpackedAsAWhole() throws {
    let batch = #"{"requests":[{"id":"1","method":"GET","url":"/me"}]}"#
    let response = try post(try GzipBody.pack(batch), encoding: "gzip", path: "/v1.0/$batch")
    try expectEqual(response.json()["responses"]?.array?.first?["status"], 200)
  }

  @Test(arguments: ["br", "deflate", "gzip, gzip", "zstd"]) func otherEncodingsAreRefused(_ encoding: String) throws {
    let response = try post(try GzipBody.pack(Self.question), encoding: encoding)
    expectEqual(response.status, 415)
    expectEqual(response.fields["Accept-Encoding"], "gzip")
    try expectEqual(response.json()["error"]?["code"], "UnsupportedMediaType")
  }

  struct Bad: CustomTestStringConvertible {
    let bytes: [UInt8]
    let testDescription: String
  }

  /// A hundred megabytes of blanks in a hundred kilobytes, and a megabyte and more of what does not repeat so well.
  static let bad: [Bad] = [
    Bad(bytes: Array(question.utf8), testDescription: "no gzip"),
    Bad(bytes: Array((try? GzipBody.pack(question))?.dropLast() ?? []), testDescription: "cut off"),
    Bad(
      bytes: (try? GzipBody.pack([UInt8](repeating: 0x20, count: 20_000_000))) ?? [],
      testDescription: "a bomb by its ratio"),
    Bad(
      bytes: (try? GzipBody.pack((0..<1_100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })) ?? [],
      testDescription: "more than a plain body may have"),
  ]

  @Test(arguments: bad) func badBodiesAreRefused(_ row: Bad) throws {
    try #require(!row.bytes.isEmpty && row.bytes.count < 1_048_576)
    let response = try post(row.bytes, encoding: "gzip")
    expectEqual(response.status, 400)
    try expectEqual(response.json()["error"]?["message"], "The compressed body of the request cannot be read.")
  }

  @Test func aPhotoIsUnpacked() throws {
    let bench = try Bench()
    let jpeg = try Bench.found(try bench.user("bob").photo).bytes
    let response = try bench.call(
      "/v1.0/me/photo/$value", method: "PUT", authorization: try bench.token("User.ReadWrite"),
      fields: ["Content-Type": "image/jpeg", "Content-Encoding": "gzip"], bytes: try GzipBody.pack(jpeg)
    ).response
    expectEqual(response.status, 200)
    try expectEqual(bench.user("alice").photo?.bytes, jpeg)
  }
}
