import HTTPWire
import Worlds

/// `GET /{tenant}/oauth2/checksession`: the frame that v1.0's discovery document names (OpenID Connect Session
/// Management §3.3). The page is empty; apps learn of a sign-out through the front channel.
struct CheckSessionEndpoint: Endpoint {
  let name = EndpointName.checkSession
  let answers = AnswerKind.frame

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    return HTTPResponse(
      status: 200,
      fields: ["Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'"],
      body: Array("<!DOCTYPE html>\n<html lang=\"en\"><title>Session</title></html>\n".utf8))
  }
}
