import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Worlds

/// A user's picture (Microsoft: "Get profilePhoto", "Update profilePhoto"). Only the size that was stored exists.
enum PhotoCalls {
  /// The sizes that a path may name. The answer has the stored picture for each of them.
  private static let sizes = [48, 64, 96, 120, 240, 360, 432, 504, 648].map { "\($0)x\($0)" }

  static func metadata(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (user, photo) = try photo(resource)
    exchange.because("→ 200 what is known of the photo of '\(user.alias)'")
    return resource.odata(members(photo), context: context(user, resource, "photo/$entity"), exchange)
  }

  static func bytes(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (user, photo) = try photo(resource)
    exchange.because("→ 200 the photo of '\(user.alias)'")
    return GraphAnswer.media(
      photo.bytes, type: ProfilePhoto.mediaType, etag: etag(photo), resource.call, exchange)
  }

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let photos = [user.photo].compactMap { $0 }
    exchange.because("→ 200 \(photos.count) photos of '\(user.alias)'")
    return resource.list(
      photos.map { .object(members($0)) }, context: context(user, resource, "photos"), exchange)
  }

  /// Stores the JPEG in the body as the picture.
  static func replace(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let body = try resource.content
    guard let size = JPEGHeader(body) else { throw GraphError.noImage }
    let photo = ProfilePhoto(jpeg: body, width: size.width, height: size.height)
    try resource.call.world.edit { try $0.update(user.id) { $0.photo = photo } }
    exchange.because("→ 200 '\(user.alias)' has a photo of \(size.width) by \(size.height)")
    return GraphAnswer.done(resource.call, exchange)
  }

  private static func photo(_ resource: ResourceCall) throws(GraphError) -> (User, ProfilePhoto) {
    let user = try resource.subject
    guard let photo = user.photo else { throw .noPhoto }
    if let size = resource.keys["size"], !sizes.contains(ASCII.lowercased(size)) { throw .noPhoto }
    return (user, photo)
  }

  private static func context(_ user: User, _ resource: ResourceCall, _ rest: String) -> String {
    "users('\(resource.view(of: user).id)')/\(rest)"
  }

  private static func members(_ photo: ProfilePhoto) -> JSONObject {
    [
      "@odata.mediaContentType": .string(ProfilePhoto.mediaType), "@odata.mediaEtag": .string(etag(photo)),
      "id": "\(photo.width)X\(photo.height)", "width": .integer(Int64(photo.width)),
      "height": .integer(Int64(photo.height)),
    ]
  }

  private static func etag(_ photo: ProfilePhoto) -> String {
    "\"" + Hex.encode(Array(SHA256.hash(photo.bytes).prefix(4)), uppercase: true) + "\""
  }
}

extension GraphError {
  static let noImage = Self(
    400, .malformedRequest, "The content of the photo is not a valid image.", because: "the body is not a JPEG")
}
