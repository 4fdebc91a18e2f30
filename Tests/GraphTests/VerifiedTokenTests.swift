import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import Testing
import Time
import Worlds

/// What a token has to do with is looked at each time it comes, though its signature is checked once.
@Suite("A token that was accepted before") struct VerifiedTokenTests {
  @Test("is refused once its key is withdrawn") func withdrawn() throws {
    let bench = try Bench()
    let token = try bench.token("User.Read")
    for _ in 0..<2 { try expectEqual(bench.call(authorization: token).response.status, 200) }
    bench.world.keys.withdrawCurrent()
    let (response, exchange) = try bench.call(authorization: token)
    expectEqual(response.status, 401)
    #expect(exchange.reasons.contains { $0.contains("no published key") })
  }

  @Test("is refused once it has ended, its user is gone, or a permission is asked that it has not") func ended() throws
  {
    let bench = try Bench()
    let token = try bench.token("User.Read")
    try expectEqual(bench.call(authorization: token).response.status, 200)
    try expectEqual(bench.call("/v1.0/users", authorization: token).response.status, 403)
    let bob = try bench.token("User.Read", of: "bob")
    try expectEqual(bench.call(authorization: bob).response.status, 200)
    _ = try bench.world.change { directory in
      guard let id = directory.user(named: "bob")?.id else { return }
      directory.updateUser(id) { $0.isDeleted = true }
    }
    try expectEqual(bench.call(authorization: bob).response.status, 404)
    bench.clock.advance(by: .hours(2))
    try expectEqual(bench.call(authorization: token).response.status, 401)
  }

  @Test("does not speak for one that ends alike") func another() throws {
    let bench = try Bench()
    let token = try bench.token("User.Read")
    try expectEqual(bench.call(authorization: token).response.status, 200)
    var parts = token.split(separator: ".").map(String.init)
    var claims = try bench.claims(user: "bob")
    claims["name"] = "Mallory"
    parts[1] = try bench.bearer(claims).split(separator: ".").map(String.init)[1]
    // Alice's header and signature, around what somebody else says.
    try expectEqual(bench.call(authorization: parts.joined(separator: ".")).response.status, 401)
    try expectEqual(bench.call(authorization: token).response.status, 200)
  }

  @Test("is found among many, and forgotten when there are too many") func many() throws {
    let bench = try Bench()
    let first = try bench.token("User.Read")
    try expectEqual(bench.call(authorization: first).response.status, 200)
    for number in 0..<140 {
      var claims = try bench.claims()
      claims["uti"] = .string("\(number)")
      try expectEqual(bench.call(authorization: try bench.bearer(claims)).response.status, 200)
    }
    try expectEqual(bench.call(authorization: first).response.status, 200)
  }
}
