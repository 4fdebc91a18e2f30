import Bytes

/// What the mail service refuses: one row each, with the state that leads to it and what helps. The documentation prints the rows, `explain`
/// tells them, and code throws them.
package struct MailRefusal: Sendable, Hashable {
  private let name: String
  package let status: Int
  /// By which clients decide.
  package let code: String
  /// With what the request said in the place of `{x}`.
  package private(set) var message: String
  /// What leads to it, in a few words.
  package let state: String
  package let remedy: String
  /// How sure the row is: observed, documented or chosen.
  package let mark: String

  private init(_ row: Substring) {
    let cells = row.split(separator: "|", omittingEmptySubsequences: false).map { ASCII.trimmed($0) }
    func cell(_ place: Int) -> String { place < cells.count ? cells[place] : "" }
    name = cell(0)
    status = Int(cell(1)) ?? 400
    code = cell(2)
    message = cell(3)
    state = cell(4)
    remedy = cell(5)
    mark = cell(6)
  }

  /// The row with what the request said.
  package func about(_ thing: String) -> Self {
    var refusal = self
    refusal.message = message.exchanging("{x}", for: thing)
    return refusal
  }

  /// All of them, in the order in which the service looks: `name | status | code | message | state | remedy | mark`.
  package static let all: [MailRefusal] = """
    accessDenied | 403 | ErrorAccessDenied | Access is denied. Check credentials and try again. | The token lacks the permission, or a user calls another's mailbox without `.Shared` or without access. | Grant the permission of the call; for another's mailbox the permission with `.Shared` and `fullAccess` on that user. | observed
    invalidUser | 404 | ErrorInvalidUser | The requested user '{x}' is invalid. | The tenant has no user of that id or sign-in name; a group and a mail address alone are none. | Call by the object id or the sign-in name of a user. | observed
    blocked | 403 | ErrorAccessDenied | Access to OData is disabled: [RAOP] : Blocked by tenant configured AppOnly AccessPolicy settings. | `mailboxes` of the app does not name the user. | Add the user, or a group with the user, to `mailboxes` of the app. | observed
    noMailbox | 404 | MailboxNotEnabledForRESTAPI | The mailbox is either inactive, soft-deleted, or is hosted on-premise. | `mailbox: none` or `onPremises` of the user; a guest has none. | Give the user a mailbox: `mailbox: cloud`. | observed
    undiscovered | 404 | ResourceNotFound | Resource could not be discovered. | `mailbox: undiscovered` of the user. | Give the user a mailbox: `mailbox: cloud`. | observed
    concurrency | 429 | ApplicationThrottled | Application is over its MailboxConcurrency limit. | More requests of one app at one mailbox than `mail: { concurrency }` at once, or than `mail: { requests }` allows. | Wait as long as `Retry-After` says, then send again. | observed
    tooLarge | 413 | BadRequest | The maximum request length supported is 4MB. | The request has more than 4 MB. | Attach large files to a draft by an upload session. | chosen
    foreignType | 415 | RequestBodyRead | A supported MIME type could not be found that matches the content type of the response. None of the supported type(s) 'application/json, text/plain' matches the content type '{x}'. | The request has no `Content-Type`, or a foreign one. | Send `application/json`, or MIME in Base64 as `text/plain`. | observed
    noBody | 400 | ErrorInvalidRequest | Cannot read the request body. | The request has no body. | Send the message. | observed
    notJSON | 400 | BadRequest | Unable to read JSON request payload. Please ensure Content-Type header is set and payload is of valid JSON format. | The body is not JSON. | Send JSON. | observed
    noMessage | 400 | UnableToDeserializePostBody | were unable to deserialize  | The body has no `message`, or one that is not an object. | Put the message into `message`. | observed
    unknownMember | 400 | RequestBodyRead | The property '{x}' does not exist on type 'Microsoft.OutlookServices.Message'. Make sure to only use property names that are defined by the type or mark the type as open type. | The message has a member that messages do not have. | Use the names of Graph's message. | observed
    wrongShape | 400 | BadRequest | Property {x} in payload has a value that does not match schema. | A member has a value of another type, such as a text for an object. | Send the type that Graph's message has. | observed
    untypedAttachment | 400 | ErrorPropertyValidationFailure | The property '{x}' is required when creating the entity. | An attachment has no `@odata.type`, or a foreign one. | Say `#microsoft.graph.fileAttachment`. | chosen
    notBase64 | 400 | ErrorMimeContentInvalidBase64String | Invalid base64 string for MIME content. | A body of `text/plain` is not Base64. | Encode the whole message in Base64. | documented
    notMIME | 400 | ErrorMimeContentInvalid | MIME content does not contain all required information. | What the Base64 encodes has no header fields. | Encode a whole message: fields, an empty line and the text. | chosen
    bothBodies | 400 | ErrorInvalidRequest | A comment and a message body cannot be specified together. | A reply says `comment` and `message.body`, or a forward says its recipients twice. | Say one of them. | chosen
    headerName | 400 | InvalidInternetMessageHeader | The internet message header name '{x}' should start with 'x-' or 'X-'. | A name in `internetMessageHeaders` does not begin with `x-`. | Begin it with `x-`, or send MIME. | observed
    headerCount | 400 | InvalidInternetMessageHeader | The number of internet message headers should be greater than 0. The number of internet message headers should be less or equal to 5. | `internetMessageHeaders` is empty or has more than five. | Leave it out, or say one to five. | chosen
    messageSize | 413 | ErrorMessageSizeExceeded | The message exceeds the maximum supported size. | The message has more than `mail: { sizeLimit }`, 35 MB if it is not said. | Send less. | observed
    sendAsDenied | 403 | ErrorSendAsDenied | The user account which was used to submit this request does not have the right to send mail on behalf of the specified sending account., Cannot submit message. | `from` is another's address, and that user's `sendAs` and `sendOnBehalf` do not name the caller. | Add the caller to `sendAs` or `sendOnBehalf` of the user in `from`. | observed
    noRecipients | 400 | ErrorInvalidRecipients | At least one recipient is not valid., A message can't be sent because it contains no recipients. | The message has no recipient. | Say `toRecipients`. | observed
    unresolved | 400 | ErrorInvalidRecipients | At least one recipient is not valid., Recipient '{x}' is not resolved. All recipients must be resolved before a message can be submitted. | A recipient has no `@`, or nobody has the address in a domain of the tenant with `mail: { strictRecipients: true }`. | Say a whole address, of somebody who is there. | observed
    tooMany | 400 | ErrorInvalidRecipients | At least one recipient is not valid., The message has more than 500 recipients. | More than 500 recipients. | Send several messages. | chosen
    malformedID | 400 | ErrorInvalidIdMalformed | Id is malformed. | The id of a message, a folder or an attachment is none. | Use an id out of an answer. | observed
    notFound | 404 | ErrorItemNotFound | The specified object was not found in the store., The process failed to get the correct properties. | The message was deleted, sent or moved, which gives it another id. | Read the id again, or ask for `Prefer: IdType="ImmutableId"`. | observed
    notSettable | 400 | ErrorInvalidPropertySet | Set action is invalid for property '{x}'. | A change of `from`, `sender`, `subject` and the like of a message that was sent. | Change drafts alone. | chosen
    smallUpload | 400 | ErrorAttachmentSizeShouldNotBeLessThanMinimumSize | The attachment size should not be less than the minimum size of 3145728 bytes. | An upload session for a file of less than 3 MB. | Send it with `POST …/attachments`. | documented
    inefficient | 400 | InefficientFilter | The restriction or sort order is too complex for this operation. | `$filter` does not begin with the properties of `$orderby`. | Filter by the properties of the order first. | documented
    notSupported | 405 | ErrorInvalidRequest | The OData request is not supported. | Another method than the call has, such as `GET …/sendMail`. | Use the method of the documentation. | observed
    """.split(separator: "\n").map { row in MailRefusal(row) }

  /// The names of the rows.
  package enum Name: String, CaseIterable, Sendable {
    case accessDenied, invalidUser, blocked, noMailbox, undiscovered, concurrency, tooLarge, foreignType, noBody
    case notJSON, noMessage, unknownMember, wrongShape, untypedAttachment, notBase64, notMIME, bothBodies, headerName
    case headerCount, messageSize, sendAsDenied, noRecipients, unresolved, tooMany, malformedID, notFound, notSettable
    case smallUpload, inefficient, notSupported
  }

  package init(_ name: Name) {
    self = Self.all.first { $0.name == name.rawValue } ?? Self.all[0]
  }
}
