import Bytes

/// What the forms of a subject from GitHub Actions tell (GitHub: "OpenID Connect reference", subject claims).
enum GitHubSubject {
  /// Why a subject has another form than those that are registered. Nil where the forms are alike.
  static func remark(_ came: String, among registered: [String]) -> String? {
    let forms = registered.compactMap(Form.init)
    guard let form = Form(came), !forms.isEmpty, !forms.contains(form) else { return nil }
    switch form {
    case .names: return "the repository names owner and repository alone, and the credential has their ids"
    case .ids:
      return
        "the repository sends the ids of owner and repository with their names, as those do that were made, renamed or moved since 15 July "
        + "2026: register what came"
    case .customised: return "the repository or its organization customises the subject: register what came"
    }
  }

  private enum Form: Hashable {
    /// `repo:OWNER/NAME:…`
    case names
    /// `repo:OWNER@ID/NAME@ID:…`
    case ids
    /// Claims that were chosen, such as `repository_owner_id:ID:repository_id:ID:…`.
    case customised

    init?(_ subject: String) {
      if subject.hasPrefix("repo:") {
        let name = subject.dropFirst(5).prefix { $0 != ":" }
        self = name.contains("@") ? .ids : .names
      } else if ["repository_owner_id:", "repository_id:", "repository:", "repository_owner:", "job_workflow_ref:"]
        .contains(where: subject.hasPrefix)
      {
        self = .customised
      } else {
        return nil
      }
    }
  }
}
