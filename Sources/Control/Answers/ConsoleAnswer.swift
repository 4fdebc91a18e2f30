import Bytes
import Console
import HTTPWire

/// The console at `/_mockidp/`: its page and the files that the page loads. They are the same in every server and hold
/// nothing of a world; all that the console shows it asks the control API for.
enum ConsoleAnswer {
  private static let root = "/_mockidp/"

  /// The file that the path names; nil for every other path.
  static func file(at path: String) -> ConsoleFile? {
    path.hasPrefix(root) ? ConsoleFile.at(path.dropFirst(root.count)) : nil
  }

  /// Leads from `/_mockidp` to the page, since the page's own links are relative to the slash.
  static var redirect: HTTPResponse {
    HTTPResponse(status: 308, fields: ["Location": root, "Cache-Control": "no-store"])
  }

  static func response(_ file: ConsoleFile, to request: HTTPRequest) throws(Problem) -> HTTPResponse {
    guard ["GET", "HEAD"].contains(request.method) else {
      throw .methodNotAllowed(request.method, allowed: ["GET"])
    }
    var fields: HTTPFields = [
      "Content-Type": file.contentType, "ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding",
      "Content-Security-Policy": ConsoleFile.policy, "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
      "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
    ]
    let known = request.fields.all("If-None-Match").joined(separator: ",").split(separator: ",")
    if known.contains(where: { ASCII.trimmed($0) == file.tag }) { return HTTPResponse(status: 304, fields: fields) }
    guard takesGzip(request) else { return HTTPResponse(status: 200, fields: fields, body: file.bytes) }
    fields.append("Content-Encoding", "gzip")
    return HTTPResponse(status: 200, fields: fields, body: file.packed)
  }

  /// Whether the client named gzip, and did not exclude it by a weight of zero.
  private static func takesGzip(_ request: HTTPRequest) -> Bool {
    let codings = request.fields.all("Accept-Encoding").joined(separator: ",").split(separator: ",")
    return codings.contains { coding in
      let parts = coding.split(separator: ";").map { ASCII.lowercased(ASCII.trimmed($0)) }
      return parts.first == "gzip" && !parts.dropFirst().contains { $0 == "q=0" || $0.hasPrefix("q=0.0") }
    }
  }
}
