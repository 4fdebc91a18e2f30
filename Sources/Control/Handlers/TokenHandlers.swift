import Bytes
import Directory
import JOSE
import JSON
import Policy
import Worlds

/// Shows, revokes and inspects tokens.
enum TokenHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    let tokens = try call.world.store.refreshTokens(try call.selection())
    return .json([
      "tokens": .array(
        tokens.map { RefreshTokenInspection($0.token, in: call.world, at: call.call.now).json(id: $0.id) })
    ])
  }

  static func revokeAll(_ call: ControlCall) throws -> ControlAnswer {
    let owner = try call.selection()
    return .removed(try call.attempt { try call.world.perform(RevokeAction(.refreshTokens, of: owner)) })
  }

  static func revoke(_ call: ControlCall) throws -> ControlAnswer {
    guard let id = Hex.decode(call["token"]), try call.world.store.revokeRefreshToken(id: id) else {
      throw Problem.notFound("refresh token", call["token"], "GET …/tokens lists all, with their ids.")
    }
    return .nothing
  }

  static func inspect(_ call: ControlCall) throws -> ControlAnswer {
    var sent = call.body.text("token") ?? ""
    let proof = try? SignedHTTPRequest(sent)
    if let proof { sent = proof.accessToken }
    // The access token of a personal account for Graph is opaque; its JWT is inside.
    let text = OpaqueAccessToken.open(sent) ?? sent
    do throws(JOSEError) {
      return .json(TokenInspection(try JWS.parse(text), proof, in: call.world, at: call.call.now).answer)
    } catch {
      if let token = try call.world.store.refreshToken(handle: text) {
        return .json(RefreshTokenInspection(token, in: call.world, at: call.call.now).answer)
      }
      let check = TokenCheck("form", false, "\(error), and no such refresh token was handed out")
      return .json(["kind": "unknown", "valid": false, "checks": [check.json]])
    }
  }
}
