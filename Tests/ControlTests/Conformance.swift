import Expectations
import HTTPWire
import JSON
import Scenarios
import Testing

@testable import Control

/// Holds every answer of every test against what the route tables declare.
enum Conformance {
  static func expect(_ method: String, _ path: String, _ response: HTTPResponse) {
    let fault = fault(method, path, response)
    expectNil(fault, "\(method) \(path)")
  }

  /// What is undeclared about the answer to a call; nil when nothing is.
  static func fault(_ method: String, _ path: String, _ response: HTTPResponse) -> String? {
    // The console's files are not calls.
    if response.status < 400, path == "/_mockidp" || path == "/_mockidp/" || path.hasPrefix("/_mockidp/console/") {
      return nil
    }
    let segments = ControlPath(path)
    let method = method == "HEAD" ? "GET" : method
    let route = ControlRoute.all.first {
      $0.method.rawValue == method && segments.values(for: $0.pattern) != nil
    }
    guard let route else {
      return [401, 403, 404, 405].contains(response.status) ? nil : "\(response.status) where there is no route"
    }
    let declared = (route.answers + ControlRoute.Answer.problems).filter { $0.status == response.status }
    guard !declared.isEmpty else { return "\(route.id): status \(response.status) is not declared" }
    let faults = declared.map { fault($0, response) }
    guard !faults.contains(nil) else { return nil }
    return "\(route.id): \(faults.compactMap(\.self).joined(separator: "; "))"
  }

  private static func fault(_ answer: ControlRoute.Answer, _ response: HTTPResponse) -> String? {
    let type = response.fields["Content-Type"]
    switch answer.content {
    case .nothing: return type == nil && response.body.isEmpty ? nil : "there is a body"
    case .other(let declared):
      // A version is a parameter of the type.
      let isDeclared = type.map { $0 == declared || $0.hasPrefix(declared + "; version=") } ?? false
      return isDeclared ? nil : "\(type ?? "nothing") in the place of \(declared)"
    case .json(let shape): return fault(shape, "application/json", response)
    case .problem: return fault(Problem.shape, "application/problem+json", response)
    }
  }

  private static func fault(_ shape: Shape, _ declared: String, _ response: HTTPResponse) -> String? {
    guard response.fields["Content-Type"] == declared else { return "no \(declared)" }
    guard let value = try? JSONValue.parse(response.body) else { return "no JSON" }
    do throws(Problem) {
      try shape.check(value)
      return nil
    } catch { return "\(error.detail) \(error.pointer ?? "")" }
  }
}
