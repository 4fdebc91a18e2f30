import Authority
import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Tokens
import Worlds

/// A call of the native authentication API that has passed every gate, and the sign-in that it belongs to.
struct NativeRequest {
  private(set) var call: Call
  let operation: NativeOperation
  let grant: NativeGrant?
  /// The tenant segment of the path as it came.
  let segmentText: String
  let form: FormFields
  let tenant: Tenant
  let client: Application
  let userFlow: UserFlow
  /// `challenge_type` of this call, else that of the first one.
  var offered: ChallengeTypes
  private(set) var directory: DirectoryState
  /// The sign-in. Nil in the first call, until `begin`.
  private(set) var stored: Stored?

  /// A sign-in as the store has it.
  struct Stored {
    let handle: String
    var flow: NativeFlow
    /// The text that the store has. Nil: it has none yet.
    var document: String?
    var steppedAt: UnixTime
    /// Of the token that came with the call.
    var serial: String
  }

  var world: World { call.world }

  init(
    call: Call, operation: NativeOperation, grant: NativeGrant?, segmentText: String, form: FormFields, tenant: Tenant,
    client: Application, userFlow: UserFlow, offered: ChallengeTypes, directory: DirectoryState, stored: Stored?
  ) {
    self.call = call
    self.operation = operation
    self.grant = grant
    self.segmentText = segmentText
    self.form = form
    self.tenant = tenant
    self.client = client
    self.userFlow = userFlow
    self.offered = offered
    self.directory = directory
    self.stored = stored
  }

  // MARK: The sign-in

  /// - Throws: AADSTS55200 in a call without a sign-in, which its gate has refused before.
  var flow: NativeFlow {
    get throws(Refusal) {
      guard let stored else { throw Refusal(.continuationTokenInvalid) }
      return stored.flow
    }
  }

  /// - Throws: AADSTS55200 as `flow` does.
  mutating func change(_ body: (inout NativeFlow) -> Void) throws(Refusal) {
    guard stored != nil else { throw Refusal(.continuationTokenInvalid) }
    stored?.flow.take(body)
  }

  /// The customer as the directory has it now.
  /// - Throws: AADSTS50034 for one who is gone.
  func customer() throws(Refusal) -> User {
    guard let id = try flow.account, let user = directory.users[id], !user.isDeleted else {
      throw Refusal(.userNotFound, [.user: Refusal.hiddenUser, .tenant: tenant.displayName], as: .userNotFoundNatively)
    }
    return user
  }

  /// Begins a sign-in at that step. Nothing is stored yet.
  mutating func begin(_ step: NativeStep, _ userName: String) {
    let flow = NativeFlow(
      step, client: client.id, tenant: tenant.id, userName: userName, offered: offered,
      capabilities: NativeCapabilities(form.nonEmpty("capabilities") ?? form.nonEmpty("capability")))
    stored = Stored(
      handle: ContinuationToken(world.entropy).handle, flow: flow, document: nil, steppedAt: call.now, serial: "")
  }

  /// Goes on to a step, and gives the token for it.
  /// - Throws: AADSTS55200 when another call with the same token was faster.
  mutating func advance(to step: NativeStep) throws -> String {
    guard var known = stored else { throw Refusal(.continuationTokenInvalid) }
    let token = ContinuationToken(handle: known.handle, world.entropy)
    known.flow.step = step
    known.flow.spent = operation.asksForCode ? (known.flow.spent + [known.serial]).suffix(4) : []
    known.flow.serial = token.serial
    try save(&known, at: call.now)
    stored = known
    return token.text
  }

  /// Keeps what a refused call has changed, such as the number of tries. The token stays the one that it was.
  mutating func keep() throws {
    guard var known = stored else { return }
    try save(&known, at: known.steppedAt)
    stored = known
  }

  private func save(_ known: inout Stored, at moment: UnixTime) throws {
    let document = try known.flow.document
    guard
      try world.store.step(document, after: known.document, handle: known.handle, client: "\(client.id)", at: moment)
    else { throw Refusal(.continuationTokenInvalid) }
    known.document = document
    known.steppedAt = moment
  }

  // MARK: Codes

  /// Sends a code for the step that asks for it.
  mutating func sendCode(
    to target: String, for purpose: CodePurpose, _ exchange: inout Exchange
  ) throws(Refusal) {
    let code = try accounts.send(to: target, for: purpose, &exchange)
    try change { $0.code = code }
  }

  /// Checks the code of the form.
  /// - Throws: AADSTS50181.
  mutating func checkCode(_ exchange: inout Exchange) throws {
    var code = try flow.code
    let check = accounts.check(form["oob"] ?? "", against: &code, &exchange)
    try change { $0.code = check == .right ? nil : code }
    if check == .right { return }
    try keep()
    throw Refusal(.oneTimeCodeWrong)
  }

  // MARK: The directory

  var accounts: CustomerAccounts {
    CustomerAccounts(call: call, directory: directory, tenant: tenant, flow: userFlow, client: client)
  }

  mutating func readDirectory() { directory = call.directory }
}

/// The answer that sends the customer to a browser: status 200, without a continuation token.
struct NativeRedirect: Error {
  let reason: String
}

/// A refusal with members of its own, such as the continuation token of the next step.
struct NativeRefusal: Error {
  var refusal: Refusal
  var members = JSONObject()
}
