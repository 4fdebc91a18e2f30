import Bytes
import Crypto
import Directory
import JOSE
import JSON
import TestSupport
import Time

extension FuzzTarget {
  /// Client assertions at the token endpoint: none that is out of its time, of another client or without a signature opens
  /// anything, and each refusal has the service's shape.
  static let assertion = FuzzTarget(
    name: "assertion", summary: "a client assertion; on two lines the header and payload to sign", maximumBytes: 2_048
  ) { bytes in
    let text = FuzzInput.text(bytes)
    let parts = FuzzInput.lines(bytes, 2)
    var signed: JSONValue?
    var assertion = text
    if let header = try? JSONValue.parse(parts[0]), let payload = try? JSONValue.parse(parts[1]) {
      let algorithm = header["alg"]?.string.flatMap { SignatureAlgorithm(rawValue: $0) } ?? .ps256
      assertion = try JWS.compact(header: header, payload: payload, key: daemonKey.get(), algorithm: algorithm)
      signed = payload
    }
    let answer = try world.get().post(
      "/\(TestWorld.contoso)/oauth2/v2.0/token",
      FormFields([
        ("grant_type", "client_credentials"), ("client_id", daemon), ("scope", "https://graph.microsoft.com/.default"),
        ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
        ("client_assertion", assertion),
      ]))
    let body = try answer.json
    guard answer.status == 200 else {
      try require(answer.status == 400 || answer.status == 401, "the status \(answer.status)")
      try require(body["error"]?.string?.isEmpty == false, "a refusal without error: \(body.text)")
      try require(body["error_codes"]?.array?.first?.integer != nil, "a refusal without number: \(body.text)")
      return
    }
    guard let signed else { throw FuzzFinding("a text that nobody signed opens: \(assertion)") }
    try require(body["access_token"]?.string != nil, "a success without token")
    try require(signed["iss"] == signed["sub"], "iss and sub differ")
    try require(ASCII.equalIgnoringCase(signed["sub"]?.string ?? "", daemon), "an assertion of another client opens")
    let skew: Double = 300
    let now = Double(TestWorld.start.seconds)
    guard let end = number(signed["exp"]) else { throw FuzzFinding("an assertion without end opens") }
    try require(end + skew + 1 >= now, "an assertion that ended at \(end) opens")
    if let start = number(signed["nbf"]) { try require(start - skew <= now + 1, "one opens before \(start)") }
  }

  private static let daemon = "dae30000-0000-4000-8000-000000000004"
  private static let world = Result { try TestWorld() }

  private static func number(_ value: JSONValue?) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
