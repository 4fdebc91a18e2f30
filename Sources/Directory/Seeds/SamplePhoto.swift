import Bytes

extension ProfilePhoto {
  /// A picture of nobody, head and shoulders in six by six squares: what seeded users with a photo show.
  package static let sample = ProfilePhoto(jpeg: Base64.decode(sampleText) ?? [], width: 48, height: 48)

  private static let sampleText =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ"
    + "EBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAAwADADAREAAhEAAxEA/8QAHAAA"
    + "AAAJAAAAAAAAAAAAAAAAAAECAwQFBgcI/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACAAMA"
    + "AD8AV4+QAAAAAAAAAAAAAAAAAAeMME8AAHcj5AAAAAAAAB4wwTwAAdyPkAAAAAAAAAAAAAAAAAAA"
    + "AA8YYJ4AAAAAAAO5HyAAADxhgngAAAAAAA7kfID/2Q=="
}
