/// What the script of a page of Azure AD B2C says, for programs that sign in without a browser. They cut values out of it by patterns
/// (observed).
package struct CustomerSettings: Sendable {
  /// The name of the page in the addresses of its services: `CombinedSigninAndSignup` or `SelfAsserted`.
  package var api: String
  /// The value that the services of the page take back, of the form and of nothing else.
  package var csrf: String
  /// `StateProperties=` and what names the open sign-in.
  package var transaction: String
  /// The path of the tenant and the user flow, such as `/contoso.onmicrosoft.com/b2c_1_susi`.
  package var tenantPath: String
  package var policy: String
  /// The id of the request, which the first lines of the page have too. A GUID.
  package var correlationID: String

  package init(
    api: String, csrf: String, transaction: String, tenantPath: String, policy: String, correlationID: String
  ) {
    self.api = api
    self.csrf = csrf
    self.transaction = transaction
    self.tenantPath = tenantPath
    self.policy = policy
    self.correlationID = correlationID
  }

  /// The six lines before the document's first element.
  var comments: HTML {
    """
    <!-- Build: 1.1.22.0 -->
    <!-- StateVersion: 2.1.1 -->
    <!-- DeploymentMode: Production -->
    <!-- CorrelationId: \(correlationID) -->
    <!-- DataCenter: MOCK -->
    <!-- Slice: 001-000 -->

    """
  }

  /// The variables of the page, each on one line.
  func script(_ fields: [CustomerPage.Field], heading: String, nonce: String) -> HTML {
    let values = PageConfig.Value.object(members).html
    let attributes = PageConfig.Value.object([("AttributeFields", .list(fields.map(Self.attribute)))]).html
    let content = PageConfig.Value.object([("heading", .text(heading))]).html
    return """
      <script data-container="true" nonce="\(nonce)">var CP = {"list":[]};
      var SA_FIELDS = \(attributes);
      var CONTENT = \(content);
      var SETTINGS = \(values);
      </script>

      """
  }

  private var members: [(String, PageConfig.Value)] {
    [
      ("retryLimit", .number(3)), ("api", .text(api)), ("csrf", .text(csrf)), ("transId", .text(transaction)),
      ("pageViewId", .text(correlationID)), ("pageMode", .number(0)),
      (
        "hosts",
        .object([("tenant", .text(tenantPath)), ("policy", .text(policy))])
      ),
      ("locale", .object([("lang", .text("en"))])),
    ]
  }

  private static func attribute(_ field: CustomerPage.Field) -> PageConfig.Value {
    let isPassword = field.kind == .password || field.kind == .newPassword
    let type = isPassword ? "Password" : field.kind == .email ? "EmailBox" : "TextBox"
    return .object([
      ("UX_INPUT_TYPE", .text(type)), ("USER_INPUT_TYPE", .text(type)), ("IS_TEXT", .flag(!isPassword)),
      ("IS_EMAIL", .flag(field.kind == .email)), ("IS_PASSWORD", .flag(isPassword)), ("DN", .text(field.label)),
      ("ID", .text(field.id)), ("U_HELP", .text("")), ("IS_REQ", .flag(true)), ("OPTIONS", .list([])),
    ])
  }
}
