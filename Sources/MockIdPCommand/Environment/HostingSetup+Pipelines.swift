import Bytes
import Directory
import JSON
import Time

/// The variables of pipelines, by which a job gets a token and proves an app with it.
extension HostingSetup {
  /// `ACTIONS_ID_TOKEN_REQUEST_URL` leads to this server, with the subject of the app's credential in it.
  func gitHub() throws -> [Variable] {
    let (app, subject) = try trusted(
      issuer: "https://token.actions.githubusercontent.com", "repo:contoso@65/app@74:ref:refs/heads/main",
      named: "github")
    return [
      Variable(
        "ACTIONS_ID_TOKEN_REQUEST_URL", "\(base)/pipelines/github/token?api-version=2.0&sub=\(Percent.encode(subject))",
        "Where the job asks for its token."),
      Variable("ACTIONS_ID_TOKEN_REQUEST_TOKEN", facts.identityHeader, "The proof that it is the job."),
    ] + client(app)
  }

  /// The job has the token itself, under the name that GitLab's pages give it.
  func gitLab() throws -> [Variable] {
    let (app, subject) = try trusted(
      issuer: "https://gitlab.com", "project_path:contoso/app:ref_type:branch:ref:main", named: "gitlab")
    let credential = FederatedCredential(
      id: .named("\(app.alias)/gitlab"), name: "gitlab", issuer: "https://gitlab.com", subject: subject)
    let token = WorkloadToken(
      app: app, credential: credential, lifetime: .hours(1), claims: Self.gitLabClaims(of: subject))
    return [
      Variable("GITLAB_OIDC_TOKEN", try token.mint(at: server), "The job's token ('id_tokens' of .gitlab-ci.yml).")
    ] + client(app)
  }

  /// All values are texts (observed of GitLab).
  static func gitLabClaims(of subject: String) -> [(name: String, value: JSONValue)] {
    let parts = subject.split(separator: ":", maxSplits: 5).map(String.init)
    let path = parts.count > 1 ? parts[1] : "contoso/app"
    let names = path.split(separator: "/")
    return [
      ("namespace_id", "72"), ("namespace_path", .string(names.dropLast().joined(separator: "/"))),
      ("project_id", "20"), ("project_path", .string(path)), ("user_id", "1"), ("user_login", "sample"),
      ("pipeline_id", "574"), ("pipeline_source", "push"), ("job_id", "302"),
      ("ref", .string(parts.count > 5 ? parts[5] : "main")),
      ("ref_type", .string(parts.count > 3 ? parts[3] : "branch")),
      ("ref_protected", "true"), ("runner_environment", "gitlab-hosted"),
      ("sha", "714a629c0b401fdce83e847fc9589983fc6f46bc"),
    ]
  }

  /// The credential of Azure's libraries (`AzurePipelinesCredential`) is told the connection; the server tells its subject.
  func azurePipelines() throws -> [Variable] {
    if let (app, connection) = try connectionOfEntra() {
      return connected(app, place: "contoso/app", connection: connection)
    }
    let (app, subject) = try trusted(
      issuer: "https://vstoken.dev.azure.com/00000000-0000-4000-8000-0000000000d0", "sc://contoso/app/azure",
      named: "azure-pipelines")
    let parts = subject.split(separator: "/").map(String.init)
    guard parts.count == 4, parts[0] == "sc:" else {
      throw CommandError(
        "the credential's subject \(subject) is not a service connection; write sc://ORGANIZATION/PROJECT/CONNECTION",
        .usage)
    }
    let place = parts[1...2].map { Percent.encode($0) }.joined(separator: "/")
    return connected(app, place: place, connection: parts[3])
  }

  /// The app's service connection whose token Entra ID issues: `/eid1/…/sc/ORGANIZATION/CONNECTION`.
  private func connectionOfEntra() throws -> (ServerFacts.App, String)? {
    let app = try facts.workload(named: option.identity)
    let subject = app.federatedCredentials.map(\.subject).first {
      $0.hasPrefix("/eid1/") && $0.firstPlace(of: "/sc/") != nil
    }
    guard let connection = subject?.split(separator: "/").last else { return nil }
    return (app, String(connection))
  }

  private func connected(_ app: ServerFacts.App, place: String, connection: String) -> [Variable] {
    [
      Variable(
        "SYSTEM_OIDCREQUESTURI", "\(base)/pipelines/azure-devops/\(place)/token", "Where the task asks for its token."),
      Variable("SYSTEM_ACCESSTOKEN", facts.identityHeader, "The proof that it is the task."),
      Variable("AZURESUBSCRIPTION_CLIENT_ID", app.clientID, "The app of the service connection: \(app.alias)."),
      Variable("AZURESUBSCRIPTION_TENANT_ID", facts.tenantID, "Its tenant."),
      Variable("AZURESUBSCRIPTION_SERVICE_CONNECTION_ID", connection, "The service connection."),
    ]
  }

  private func client(_ app: ServerFacts.App) -> [Variable] {
    [
      Variable("AZURE_CLIENT_ID", app.clientID, "The app: \(app.alias)."),
      Variable("AZURE_TENANT_ID", facts.tenantID, "Its tenant."),
    ]
  }

  /// The app and the subject that it trusts of that issuer. An app that does not trust the issuer is made to. A credential with
  /// an expression trusts many subjects; the usual one has to be among them.
  private func trusted(issuer: String, _ usual: String, named name: String) throws -> (ServerFacts.App, String) {
    let app = try facts.workload(named: option.identity)
    let ofIssuer = app.federatedCredentials.filter { $0.issuer == issuer }
    // While people migrate, an app has the subject of GitHub with names and the one with ids. A new repository's has ids.
    if let known = ofIssuer.first(where: { $0.subject.contains("@") }) ?? ofIssuer.first {
      return (app, known.expression == nil ? known.subject : usual)
    }
    try WorkloadToken.trust(
      FederatedCredential(id: .named("\(app.alias)/\(name)"), name: name, issuer: issuer, subject: usual), of: app,
      at: server)
    return (app, usual)
  }
}
