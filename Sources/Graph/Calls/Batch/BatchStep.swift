import Bytes
import HTTPWire
import JSON

/// One call of a batch.
struct BatchStep: Sendable {
  let id: String
  let method: String
  /// The path and query below the version. An absolute address is read as such a path, too, and leads nowhere (observed 2024-12).
  let url: String
  let fields: HTTPFields
  let body: JSONValue?
  /// The ids of the steps that have to succeed first, in small letters.
  let dependencies: [String]

  private static let methods = ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS"]

  /// The methods that have a body. A step that deletes needs none.
  private static let writing = ["POST", "PATCH", "PUT"]

  /// The steps in their order.
  /// - Throws: the error that refuses the batch as a whole.
  static func steps(of body: JSONObject) throws(GraphError) -> [BatchStep] {
    guard let items = body["requests"]?.array, !items.isEmpty else { throw .badBatch("requests is missing or empty") }
    guard items.count <= BatchCall.maximumSteps else { throw .tooManySteps(items.count) }
    var steps: [BatchStep] = []
    var known: Set<String> = []
    for item in items {
      let step = try BatchStep(item)
      guard step.dependencies.allSatisfy(known.contains) else {
        throw .badBatch("step \(step.id) depends on one that does not stand before it")
      }
      guard known.insert(ASCII.lowercased(step.id)).inserted else {
        throw .sameStepID(step.id)
      }
      steps.append(step)
    }
    guard isInOneOrder(steps) else { throw .mixedBatch }
    return steps
  }

  /// Whether no step waits for another one, each for the one before it, or all that wait for the same ones (observed 2022-03; Microsoft:
  /// "Known issues with Microsoft Graph").
  private static func isInOneOrder(_ steps: [BatchStep]) -> Bool {
    let waits = Set(steps.map(\.dependencies).filter { !$0.isEmpty })
    return waits.count <= 1
      || zip(steps, steps.dropFirst()).allSatisfy { before, step in step.dependencies == [ASCII.lowercased(before.id)] }
  }

  private init(_ item: JSONValue) throws(GraphError) {
    guard let id = Self.id(item["id"]), !id.isEmpty else { throw .badBatch("a step has no id") }
    guard let method = item["method"]?.string, Self.methods.contains(method) else {
      throw .badBatch("step \(id) has no method that is one")
    }
    guard let url = item["url"]?.string, !url.isEmpty else { throw .badBatch("step \(id) has no url") }
    self.id = id
    self.method = method
    self.url = url
    fields = try Self.fields(item["headers"], id)
    // `nil` alone would be JSON's null here, which is a body.
    body = item["body"].flatMap { $0 == .null ? Optional.none : $0 }
    if Self.writing.contains(method), fields["Content-Type"] == nil {
      throw .stepWithoutType(id, hasBody: body != nil)
    }
    let named = (item["dependsOn"] ?? []).array?.map(Self.id)
    guard let named, !named.contains(nil) else { throw .badBatch("dependsOn of step \(id) is not a list of ids") }
    dependencies = named.compactMap { $0.map { ASCII.lowercased($0) } }
  }

  /// An id as a text, or as the number that modules of PowerShell and Ansible's azcollection send. Answers have it as a text.
  private static func id(_ value: JSONValue?) -> String? { value?.string ?? value?.integer.map { "\($0)" } }

  private static func fields(_ headers: JSONValue?, _ id: String) throws(GraphError) -> HTTPFields {
    var fields = HTTPFields()
    for member in headers?.object?.members ?? [] {
      guard let value = member.value.string else {
        throw .badBatch("header \(member.name) of step \(id) is not a text")
      }
      fields.append(member.name, value)
    }
    return fields
  }
}

extension GraphError {
  static func badBatch(_ reason: String) -> Self {
    Self(400, .badRequest, "Invalid batch payload format.", because: reason)
  }

  /// The text was observed (2022-03).
  static let mixedBatch = Self(
    400, .badRequest, "Batch should be either fully sequential or fully parallel.",
    because: "some steps depend on others, and neither each on the one before it nor all on the same")

  /// Observed: msgraph-sdk-java 559. Letter case does not count.
  static func sameStepID(_ id: String) -> Self {
    Self(
      400, .badRequest, "Request Id \(id) has to be unique in a batch.", because: "two steps have the id \(id)")
  }

  static func tooManySteps(_ count: Int) -> Self {
    Self(
      400, .badRequest, "Number of batch request steps exceeds the maximum value of \(BatchCall.maximumSteps).",
      because: "the batch has \(count) steps")
  }

  /// The errors for a step that writes and has no Content-Type: they refuse the whole batch (observed).
  static func stepWithoutType(_ id: String, hasBody: Bool) -> Self {
    Self(
      400, .badRequest,
      hasBody
        ? "Write request with id '\(id)' does not contain a Content-Type header."
        : "Write request id : \(id) does not contain Content-Type header or body.",
      because: "step \(id) writes and has no Content-Type\(hasBody ? "" : " and no body")")
  }

  static func failedDependency(on id: String) -> Self {
    Self(
      424, .failedDependency, "A request this one depends on failed.", because: "step \(id) did not succeed")
  }
}
