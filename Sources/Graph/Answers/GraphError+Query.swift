import Time

/// Errors for query options, keys and bodies.
extension GraphError {
  static func invalidFilter(_ detail: String) -> Self {
    Self(400, .badRequest, "Invalid filter clause: \(detail)", because: "$filter cannot be read: \(detail)")
  }

  static func cannotFilter(by property: String, of type: String) -> Self {
    Self(
      400, .unsupportedQuery,
      "Unsupported or invalid query filter clause specified for property '\(property)' of resource '\(type)'.",
      because: "\(type) objects are not filtered by \(property)")
  }

  /// What SharePoint and Exchange say of a list with what they keep of each object (observed; the status is chosen). `ids` are those of the page.
  static func keptElsewhere(_ type: ObjectType, _ ids: [String]) -> Self {
    let reason = "another service keeps what $select names, so it is read at one \(type.name) and not in a list"
    guard type.name == "user" else {
      return Self(400, .badRequest, "This operation target is not yet supported.", because: reason)
    }
    let list = ids.map { "'\($0)'" }.joined(separator: ",")
    return Self(400, .invalidClientQuery, "The expression \"id in (\(list))\" is not valid.", because: reason)
  }

  /// The error for a query without `$count=true` and `ConsistencyLevel: eventual`, which it needs (Microsoft: "Advanced
  /// query capabilities on Microsoft Entra ID objects").
  static func needsAdvancedQuery(_ what: String) -> Self {
    Self(
      400, .unsupportedQuery, "Unsupported Query.",
      because: "\(what) needs $count=true and the header ConsistencyLevel: eventual")
  }

  static let searchNeedsHeader = Self(
    400, .unsupportedQuery,
    "Request with $search query parameter only works through MSGraph with a special request header: "
      + "'ConsistencyLevel: eventual'", because: "$search needs the header ConsistencyLevel: eventual")

  static func searchUnreadable(_ text: String) -> Self {
    Self(
      400, .badRequest, "Syntax error: character '\"' is not valid at position 0 in '\(text)'.",
      because:
        "$search has to be clauses in quotes, each with a property that can be searched, such as \"displayName:al\", with AND and "
        + "OR between them"
    )
  }

  static let countNeedsHeader = Self(
    400, .unsupportedQuery,
    "Raw count (/$count) is not supported because the 'ConsistencyLevel:eventual' header is missing. "
      + "Refer to https://aka.ms/graph-docs/advanced-queries for more information",
    because: "/$count needs the header ConsistencyLevel: eventual")

  /// The error for `$top` and `$skip` that are not numbers (observed 2024-11).
  static func noNumber(_ text: String, for option: String) -> Self {
    Self(
      400, .badRequest,
      "Invalid value '\(text)' for \(option) query option found. The \(option) query option requires a non-negative integer value.",
      because: "\(option) is '\(text)', which is not a number from 0 on")
  }

  static func invalidPageSize(_ size: String) -> Self {
    Self(
      400, .unsupportedQuery, "Invalid page size specified: '\(size)'. Must be between 1 and 999 inclusive.",
      because: "$top is \(size)")
  }

  /// The error for `$top` of a list whose pages have a size of their own (observed 2026-07).
  static let customPageSize = Self(
    400, .unsupportedQuery,
    "This resource does not support custom page sizes. Please retry without a page size argument.",
    because: "this list takes no $top")

  /// The errors for `$top` of role definitions, less than 20 and more (observed 2026).
  static let pageTooSmall = Self(
    400, .unsupportedQuery, "This resource requires a minimum page size of 20.",
    because: "$top of role definitions is less than 20")
  static let unsupportedRequest = Self(
    400, .unsupportedQuery, "Invalid/unsupported query request.", because: "role definitions take no $top")

  /// The error for a name in `$select` that the directory does not know and does not pass over (observed 2025-07 and 2026 of service principals).
  static func undeclaredProperty(_ name: String, of type: String) -> Self {
    Self(
      400, .unsupportedQuery, "Property '\(name)' does not exist as a declared property or extension property.",
      because: "a \(type) has no property '\(name)'")
  }

  /// The error for `or` in a filter of role definitions (observed 2026-09).
  static let orNotSupported = Self(
    400, .unsupportedQuery, "Or operator not supported for this entity set.",
    because: "role definitions are not filtered with 'or'")

  static let cannotSkip = Self(
    400, .malformedRequest, "'$skip' is not supported by the service.", because: "pages are asked for by $skiptoken")

  /// The text is observed (msgraph-sdk-dotnet 2254 of 2023-12).
  static func expiredPageToken(_ givenAt: UnixTime, _ lifetime: Duration) -> Self {
    Self(
      400, .expiredPageToken,
      "The specified page token value has expired and can no longer be included in your request.",
      because:
        "the page before was given at \(givenAt.iso8601), and its @odata.nextLink was good for \(lifetime.words): begin with the first page"
    )
  }

  static let invalidSkipToken = Self(
    400, .malformedRequest, "Invalid skip token.", because: "$skiptoken is none that a page gave")

  static func cannotOrder(by property: String, of type: ObjectType) -> Self {
    Self(
      400, .unsupportedQuery, "Unsupported sort property '\(property)' for '\(type.capitalizedName)'.",
      because: "\(type.name) objects are ordered by \(type.orderable.joined(separator: " or "))")
  }

  static let unreadableBody = Self(
    400, .badRequest,
    "Unable to read JSON request payload. Please ensure Content-Type header is set and payload is of valid JSON format.",
    because: "the body is not a JSON object sent as application/json")

  /// The error for a call without the body that it needs (observed).
  static let emptyPayload = Self(
    400, .badRequest, "Empty Payload. JSON content expected.", because: "the call has no body and needs one")

  /// The same for a call that links two objects (observed; the code 2026-02).
  static let emptyReference = Self(
    400, .malformedRequest,
    "An unexpected 'EndOfInput' node was found when reading from the JSON reader. A 'StartObject' node was expected.",
    because: "the call has no body, which names an object by @odata.id")

  /// The error for a member of a body that is one value where a list or an object belongs (observed 2016-03 and 2023-12).
  static func otherSchema(_ name: String) -> Self {
    Self(
      400, .badRequest, "Property \(name) in payload has a value that does not match schema.",
      because: "\(name) is one value where a list or an object belongs, or a list of other things")
  }

  /// The error for a list or an object where one value belongs (observed 2026-05; the words between are the OData library's).
  static func valueExpected(_ name: String, isList: Bool) -> Self {
    Self(
      400, .badRequest,
      "An unexpected '\(isList ? "StartArray" : "StartObject")' node was found for property named '\(name)' when reading from the JSON "
        + "reader. A 'PrimitiveValue' node was expected.",
      because: "\(name) is \(isList ? "a list" : "an object"), and one value belongs there")
  }

  static func invalidInput(because reason: String) -> Self {
    Self(400, .malformedRequest, "Unexpected invalid input parameters.", because: reason)
  }

  static let wrongPassword = Self(
    400, .malformedRequest, "The specified password is incorrect.", because: "currentPassword is not the password")

  static let weakPassword = Self(
    400, .malformedRequest,
    "The specified password does not comply with password complexity requirements. Please provide a different password.",
    because: "newPassword is too weak")

  static func notOwnPassword(_ alias: String) -> Self {
    Self(
      403, .requestDenied, "Insufficient privileges to complete the operation.",
      because: "the password of '\(alias)' can be changed by '\(alias)' only")
  }

  static let noPhoto = Self(
    404, .imageNotFound,
    "Exception of type 'Microsoft.Fast.Profile.Core.Exception.ImageNotFoundException' was thrown.",
    because: "the user has no photo")
}

extension GraphError {
  /// The text and the detail were observed.
  static func unverifiedDomain(_ domain: String) -> Self {
    Self(
      400, .malformedRequest,
      "The domain portion of the userPrincipalName property is invalid. You must use one of the verified domain names in "
        + "your organization.", because: "\(domain) is not a domain of the tenant"
    ).about("userPrincipalName", .invalidValue)
  }
}
