import Bytes
import Challenges
package import Crypto
package import HTTPServer
package import HTTPWire
import JSON
package import Time

/// Stands before an emulator as the service itself: answers what has no token with the service's challenge, checks tokens
/// as the service does, and passes on what is good. A credential that finds its tenant by the challenge finds this server.
package final class ServiceGuard: HTTPHandler {
  private let service: GuardedService
  private let source: TokenSource
  private let clock: any WallClock
  private let entropy: any Entropy
  private let relay: Relay
  private let log: EasyAuthFront.Log
  private let signature: CosmosSignature?
  /// Whether the emulator gets the token. Some refuse a request that has one.
  private let passesToken: Bool
  /// A registry of containers makes tokens of its own.
  private let desk: RegistryDesk?
  private let line = ThreadLine(places: 256)

  /// Nil for an `accountKey` that is not Base64, and for a service that signs tokens without a `tokenKey`. The account key proves requests to
  /// an emulator of Cosmos DB; without it the key is the one that every emulator has. `passesToken` false takes `Authorization` away from
  /// requests that pass.
  package init?(
    _ service: GuardedService, source: TokenSource, relay: Relay, clock: any WallClock, entropy: any Entropy,
    accountKey: String?, tokenKey: PrivateKey? = nil, passesToken: Bool, log: @escaping EasyAuthFront.Log
  ) {
    self.service = service
    self.source = source
    self.relay = relay
    self.clock = clock
    self.entropy = entropy
    self.log = log
    self.passesToken = passesToken
    if service.scheme == .cosmos {
      guard let made = CosmosSignature(key: accountKey ?? CosmosSignature.emulatorKey) else { return nil }
      signature = made
    } else {
      signature = nil
    }
    if service.signsTokens {
      guard let tokenKey else { return nil }
      desk = RegistryDesk(
        source: source, clock: clock, entropy: entropy, key: tokenKey,
        audiences: [service.resource] + service.audiences)
    } else {
      desk = nil
    }
  }

  package func answer(_ request: HTTPRequest, hasWaited: Bool) -> HTTPAnswer {
    .elsewhere { [self] give in
      if !line.add({ self.respond(to: request, give) }) {
        give(.plain(503, "The gate has no place for another request."))
      }
    }
  }

  private func respond(to request: HTTPRequest, _ give: @escaping (HTTPResponse) -> Void) {
    switch verdict(on: request) {
    case .answered(let response): give(response)
    case .passes(let isProved): pass(request, isProved: isProved, give)
    }
  }

  /// What the guard itself answers; nil for a request that it lets pass. The caller's thread may wait for the server's keys.
  package func ownAnswer(to request: HTTPRequest) -> HTTPResponse? {
    if case .answered(let response) = verdict(on: request) { response } else { nil }
  }

  private enum Verdict {
    case answered(HTTPResponse)
    /// `isProved` by a token that was looked at.
    case passes(isProved: Bool)
  }

  private func verdict(on request: HTTPRequest) -> Verdict {
    if let desk { return verdict(of: desk, on: request) }
    switch token(request) {
    case .none: return .answered(refuse(request, .missing))
    case .key: return .passes(isProved: false)
    case .unknown: return .answered(refuse(request, .unknownProof))
    case .token(let text):
      // Versions are days, which compare as text.
      let version = request.fields["x-ms-version"] ?? ""
      if let first = service.firstVersionOfTokens, version < first {
        return .answered(refuse(request, .version(version)))
      }
      let audiences = ([service.resource] + service.audiences).map { audience in
        audience == "https://{host}" ? "https://\(Self.host(of: request))" : audience
      }
      do throws(TokenCheck.Fault) {
        let check = TokenCheck(source: source, clock: clock, audiences: audiences, isExact: service.isExact)
        _ = try check.claims(of: text)
        return .passes(isProved: true)
      } catch {
        guard case .unusable(let fault) = error else { return .answered(refuse(request, .unknownProof)) }
        return .answered(refuse(request, fault))
      }
    }
  }

  private func verdict(of desk: RegistryDesk, on request: HTTPRequest) -> Verdict {
    switch desk.outcome(of: request) {
    case .passes(let isProved): return .passes(isProved: isProved)
    case .challenged(let fault): return .answered(refuse(request, fault))
    case .tokens(let members):
      return .answered(
        ServiceRefusal(
          status: 200, contentType: ServiceRefusal.json, body: JSONValue.object(members).text,
          fields: ContainerRegistryRefusal.fields(facts(of: request))
        ).response)
    case .denied(let reason): return .answered(deny(request, 401, reason))
    case .nowhere: return .answered(deny(request, 404, "the address is not there for \(request.method)"))
    }
  }

  private func deny(_ request: HTTPRequest, _ status: Int, _ reason: String) -> HTTPResponse {
    log("\(request.method) \(request.path) → \(status): \(reason)")
    // A POST is refused without a word, and a GET with the sentence of every other refusal (observed in 2023 and 2024).
    let hasWords = status == 401 && request.method == "GET"
    return ContainerRegistryRefusal.makeOfTokens(status: status, hasWords: hasWords, facts(of: request)).response
  }

  private static func host(of request: HTTPRequest) -> String {
    HTTPAuthority(request.authority)?.host ?? request.authority
  }

  private enum Shown {
    case none
    case token(String)
    /// A proof by a key or a signature in the address: that is the emulator's affair.
    case key
    /// `Authorization` has nothing that the service knows, such as a bearer token for one that wants another form.
    case unknown
  }

  private func token(_ request: HTTPRequest) -> Shown {
    guard let field = request.fields["Authorization"] else {
      guard service.takesSignedAddresses, let query = FormFields(parsing: request.query ?? "") else { return .none }
      return query.nonEmpty("sig") == nil ? .none : .key
    }
    switch service.scheme {
    case .bearer, .registry:
      guard field.utf8.count > 7, ASCII.equalIgnoringCase(field.prefix(7), "Bearer ") else { return key(field) }
      return .token(String(field.dropFirst(7)))
    case .cosmos:
      let text = Percent.decode(field) ?? field
      let parts = FormFields(parsing: text)
      guard parts?["type"] == "aad" else { return key(text) }
      // Only the percent signs are decoded: a token has no plus sign, and a signature by key may have one.
      return parts?.nonEmpty("sig").map { .token($0) } ?? .none
    }
  }

  private func key(_ field: String) -> Shown {
    service.keyProofs.contains { ASCII.equalIgnoringCase(field.prefix($0.count), $0) } ? .key : .unknown
  }

  private func pass(_ request: HTTPRequest, isProved: Bool, _ give: @escaping (HTTPResponse) -> Void) {
    let takesAway = isProved && (!passesToken || signature != nil)
    var fields = Relay.passed(request) { takesAway && ASCII.equalIgnoringCase($0, "Authorization") }
    if isProved, let signature {
      let date = clock.now.httpDate
      fields.set("x-ms-date", date)
      fields.set("authorization", signature.authorization(method: request.method, path: request.path, date: date))
    }
    relay.relay(request, target: request.path + (request.query.map { "?" + $0 } ?? ""), fields: fields, give: give)
  }

  /// The service's own words are the client's, and ours are for standard error.
  private func refuse(_ request: HTTPRequest, _ fault: ServiceFault) -> HTTPResponse {
    let refusal = service.refusal(fault, facts(of: request))
    log("\(request.method) \(request.path) → \(refusal.status): \(fault.reason)")
    return refusal.response
  }

  private func facts(of request: HTTPRequest) -> ServiceFacts {
    let host = Self.host(of: request)
    return ServiceFacts(
      authority: source.authority, tenant: source.tenant, host: host, now: clock.now, requestID: "\(entropy.guid())",
      clientRequestID: request.fields["x-ms-client-request-id"], isStrict: !Self.isOfThisMachine(host),
      site: (request.isSecure ? "https://" : "http://") + request.authority,
      access: service.signsTokens ? RegistryAccess.needed(method: request.method, path: request.path) : nil)
  }

  private static func isOfThisMachine(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" || host.hasPrefix("127.")
  }
}
