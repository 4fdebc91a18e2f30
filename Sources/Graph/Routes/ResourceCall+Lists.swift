import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// Answers that are lists of objects, or their count.
extension ResourceCall {
  /// One page of a list, as the call's options ask for it.
  func page<View: DirectoryView>(
    of views: [View], _ type: ObjectType, context: String, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    let query = try ListQuery(call.request.query, version, type, isAdvanced: isAdvanced, kept: kept(in: views))
    let matching = query.matching(
      unseen.isEmpty ? views : views.filter { isReplicated($0.guid) }, self)
    var start = 0
    if let after = query.after {
      let lifetime = call.world.settings.lifetimes.pageToken
      guard call.now - after.givenAt <= lifetime else { throw GraphError.expiredPageToken(after.givenAt, lifetime) }
      guard let index = matching.firstIndex(where: { $0.guid == after.object }) else {
        throw GraphError.invalidSkipToken
      }
      start = index + 1
    }
    let page = matching.dropFirst(start).prefix(query.pageSize)
    if query.asksElsewhere { throw GraphError.keptElsewhere(type, page.map { "\($0.guid)" }) }
    var members = JSONObject()
    if query.wantsCount { members.append("@odata.count", .integer(Int64(matching.count))) }
    if let last = page.last, page.endIndex < matching.endIndex {
      members.append(
        "@odata.nextLink", "\(call.origin.graph)\(call.request.path)?\(query.nextPage(after: last.guid, at: call.now))")
      exchange.explain(
        "the list goes on: \(page.endIndex) of \(matching.count) objects were given so far, and @odata.nextLink leads to the others"
      )
    }
    members.append("value", .array(page.map { .object(shown($0, query.selection)) }))
    exchange.because("→ 200 \(page.count) of \(matching.count) objects")
    let selected = query.selection.selected.map { "(\($0.joined(separator: ",")))" } ?? ""
    return odata(members, context: context + selected, exchange)
  }

  /// Refuses `$top` of a list that is read without the options of lists.
  func checkPageSize() throws(GraphError) {
    guard let fields = FormFields(parsing: call.request.query ?? "") else { throw .malformedQuery }
    guard !fields.fields.contains(where: { ASCII.equalIgnoringCase($0.name, "$top") }) else { throw .customPageSize }
  }

  /// What a call on one object asks for.
  func query(of view: some DirectoryView, _ type: ObjectType) throws(GraphError) -> ResourceQuery {
    try ResourceQuery(call.request.query, version, type, kept: kept(in: [view]))
  }

  /// The names that `$select` may have beside those of the type.
  func kept<View: DirectoryView>(in views: [View]) -> ResourceQuery.Kept {
    { relationship in
      guard let relationship else { return views.flatMap(\.keptNames) }
      return views.flatMap { $0.related(relationship, self)?.objects.flatMap(\.keptNames) ?? [] }
    }
  }

  /// The number of objects, as plain text. Only for a call with `ConsistencyLevel: eventual`.
  func count<View: DirectoryView>(of views: [View], _ type: ObjectType, _ exchange: inout Exchange) throws
    -> HTTPResponse
  {
    guard isAdvanced else { throw GraphError.countNeedsHeader }
    let query = try ListQuery(call.request.query, version, type, isAdvanced: true, kept: kept(in: views))
    let count = query.matching(views, self).count
    exchange.because("→ 200 \(count) objects")
    return GraphAnswer.count(count, call, exchange)
  }
}
