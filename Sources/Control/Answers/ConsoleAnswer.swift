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
    let fields: HTTPFields = [
      "Content-Type": file.contentType, "ETag": file.tag, "Cache-Control": "no-cache",
      "Content-Security-Policy": ConsoleFile.policy, "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
      "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
    ]
    let known = request.fields.all("If-None-Match").joined(separator: ",").split(separator: ",")
    if known.contains(where: { ASCII.trimmed($0) == file.tag }) { return HTTPResponse(status: 304, fields: fields) }
    return HTTPResponse(status: 200, fields: fields, body: file.bytes)
  }
}
