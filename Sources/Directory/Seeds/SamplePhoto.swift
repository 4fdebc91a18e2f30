import Bytes

extension ProfilePhoto {
  /// The photo of the seeded users that have one: a drawn head and shoulders, six by six squares, 48 by 48 pixels.
  package static let sample = ProfilePhoto(jpeg: Base64.decode(sampleText) ?? [], width: 48, height: 48)

  private static let sampleText =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ"
    + "EBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAAwADADAREAAhEAAxEA/8QAHAAA"
    + "AAAJAAAAAAAAAAAAAAAAAAECAwQFBgcI/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACAAMA"
    + "AD8AV4+QAAAAAAAAAAAAAAAAAAeMME8AAHcj5AAAAAAAAB4wwTwAAdyPkAAAAAAAAAAAAAAAAAAA"
    + "AA8YYJ4AAAAAAAO5HyAAADxhgngAAAAAAA7kfID/2Q=="
}
