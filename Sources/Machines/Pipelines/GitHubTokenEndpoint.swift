import Authority
import Bytes
import HTTPWire
import JSON
import Policy
import Time
import Tokens
import Worlds

/// `GET` at the address in `ACTIONS_ID_TOKEN_REQUEST_URL`, with `ACTIONS_ID_TOKEN_REQUEST_TOKEN` as the bearer token: what a job of
/// GitHub Actions with `id-token: write` asks (GitHub: "OpenID Connect reference"). The address itself has the subject, since
/// the place of the job decides it there.
struct GitHubTokenEndpoint: Endpoint {
  static let issuer = "https://token.actions.githubusercontent.com"

  let name = EndpointName.pipelineToken

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    try call.world.consultRules(&exchange)
    guard IdentityRequest(call, parameters: call.query).provesAsBearer(&exchange) else {
      exchange.note(.tokenRefused)
      return JSONAnswer.make(["message": "The request token is missing or wrong."], status: 401, fields: HTTPFields())
    }
    let query = call.query ?? FormFields()
    let subject = query.nonEmpty("sub") ?? "repo:contoso@65/app@74:ref:refs/heads/main"
    var claims = Self.claims(of: subject, query)
    let owner = claims["repository_owner"]?.string ?? ""
    claims["iss"] = .string(Self.issuer)
    claims["sub"] = .string(subject)
    claims["aud"] = .string(query.nonEmpty("audience") ?? "https://github.com/\(owner)")
    let token = try StandInToken(claims, template: .gitHub, lifetime: .minutes(5)).signed(call)
    exchange.because("→ the token of a job of GitHub Actions, with the subject \(subject)")
    exchange.note(.tokenIssued)
    return JSONAnswer.make(["count": .integer(Int64(token.utf8.count)), "value": .string(token)], fields: HTTPFields())
  }

  /// The claims that follow from the subject, such as `repo:contoso/app:environment:production`, and those that the address
  /// has in its query.
  private static func claims(of subject: String, _ query: FormFields) -> JSONObject {
    let parts = subject.split(separator: ":", maxSplits: 2).map(String.init)
    // The subject of a repository that was made, renamed or moved since 2026-07-15 has the ids of owner and repository in it.
    let pieces = (parts.count > 1 ? parts[1] : "contoso/app").split(separator: "/").map { $0.split(separator: "@") }
    let names = pieces.map { $0.first ?? "" }
    let ids = pieces.map { $0.count > 1 ? String($0[1]) : nil }
    let owner = names.first.map(String.init) ?? ""
    let repository = names.joined(separator: "/")
    let place = parts.count > 2 ? parts[2] : ""
    let ref = place.hasPrefix("ref:") ? String(place.dropFirst(4)) : "refs/heads/main"
    let workflow = "\(repository)/.github/workflows/ci.yml@\(ref)"
    let commit: JSONValue = "0123456789abcdef0123456789abcdef01234567"
    var claims: JSONObject = [
      "ref": .string(ref), "sha": commit, "repository": .string(repository),
      "repository_owner": .string(owner), "repository_id": .string((ids.count > 1 ? ids[1] : nil) ?? "74"),
      "repository_owner_id": .string((ids.first ?? nil) ?? "65"),
      "repository_visibility": "private", "run_id": "1", "run_number": "1", "run_attempt": "1", "actor": "octocat",
      "actor_id": "12", "workflow": "CI", "head_ref": "", "base_ref": "",
      "event_name": place == "pull_request" ? "pull_request" : "push",
      "ref_type": ref.hasPrefix("refs/tags/") ? "tag" : "branch", "ref_protected": "false",
      "job_workflow_ref": .string(workflow), "job_workflow_sha": commit, "workflow_ref": .string(workflow),
      "workflow_sha": commit, "check_run_id": "1", "runner_environment": "github-hosted",
    ]
    if place.hasPrefix("environment:") { claims.append("environment", .string(String(place.dropFirst(12)))) }
    for field in query.fields where !["audience", "api-version", "sub"].contains(field.name) {
      claims[field.name] = .string(field.value)
    }
    return claims
  }
}
