import Dispatch
import Expectations
import Synchronization
import Testing

@testable import Platform

/// The watch of the sockets is the one that this build has: epoll's, or that of Dispatch (scripts/test-dispatch).
struct SocketWatchTests {
  @Test func saysThatBytesHaveArrived() throws {
    let watched = try Watched()
    watched.watch(reading: true, writing: false)
    watched.peer.send("a")
    expectNotNil(watched.next { $0.canRead })
  }

  /// Bytes that nobody took are announced again.
  @Test func saysItUntilTheyAreTaken() throws {
    let watched = try Watched()
    watched.watch(reading: true, writing: false)
    watched.peer.send("a")
    for _ in 0..<3 { expectNotNil(watched.next { $0.canRead }) }
  }

  @Test func saysThatBytesCanBeSent() throws {
    let watched = try Watched()
    watched.watch(reading: false, writing: true)
    expectNotNil(watched.next { $0.canWrite })
  }

  @Test func saysOnlyWhatIsAskedFor() throws {
    let watched = try Watched()
    watched.peer.send("a")
    watched.watch(reading: false, writing: true)
    expectEqual(watched.next { _ in true }?.canRead, false)
    watched.watch(again: true, reading: true, writing: false)
    watched.discard()
    expectEqual(watched.next { _ in true }?.canWrite, false)
  }

  /// A socket that a tunnel takes over is forgotten by one owner, and watched by the next.
  @Test func watchesASocketAnewThatItHasForgotten() throws {
    let watched = try Watched()
    watched.watch(reading: true, writing: false)
    watched.forget()
    watched.peer.send("a")
    watched.discard()
    expectEqual(watched.settled(), 0)
    watched.watch(reading: true, writing: false)
    expectNotNil(watched.next { $0.canRead })
  }

  /// A connection that reads nothing, since its request waits for an answer, learns all the same that the client has gone.
  @Test(arguments: [true, false]) func saysThatAPeerIsGoneToOneWhoReadsNothing(_ isReset: Bool) throws {
    let watched = try Watched()
    watched.watch(reading: false, writing: false)
    if isReset {
      watched.peer.reset()
    } else {
      shutdown(watched.socket, Int32(SHUT_WR))
      watched.peer.close()
    }
    expectNotNil(watched.next { $0.isBroken })
  }

  /// Our side has ended, then the peer's: what it sent before is still to be read, in as many turns as its owner likes.
  @Test func saysItUntilAllIsReadFromAPeerThatIsGone() throws {
    let watched = try Watched()
    watched.watch(reading: true, writing: false)
    shutdown(watched.socket, Int32(SHUT_WR))
    watched.peer.send("abc")
    watched.peer.close()
    for _ in 0..<3 {
      expectNotNil(watched.next { $0.isBroken && $0.canRead })
      expectEqual(mockidp_peek(watched.socket), 0x61)
    }
    watched.forget()
    watched.discard()
    expectEqual(watched.settled(), 0)
    watched.watch(reading: true, writing: false)
    expectNotNil(watched.next { $0.canRead })
  }

  @Test func doesNotSayItOfOneThatIsForgotten() throws {
    let watched = try Watched()
    watched.watch(reading: true, writing: false)
    watched.forget()
    watched.discard()
    watched.peer.reset()
    expectEqual(watched.settled(), 0)
  }

  /// The group is left when the system has the number again, and not before.
  @Test(arguments: [true, false]) func closesASocket(_ isWatched: Bool) throws {
    let watched = try Watched()
    if isWatched { watched.watch(reading: true, writing: true) }
    var before = stat()
    try #require(fstat(watched.socket, &before) == 0)
    let group = DispatchGroup()
    group.enter()
    watched.close(leaving: group)
    try #require(group.wait(timeout: .now() + 30) == .success)
    // A test beside this one may have the number by now: asked is whether it is still the same socket.
    var now = stat()
    #expect(fstat(watched.socket, &now) == -1 || now.st_ino != before.st_ino)
    #expect(watched.peer.receive().isEmpty)
  }

  /// The next connection often gets the number of the last one.
  @Test func watchesTheNextSocketOfTheSameNumber() throws {
    let watched = try Watched()
    watched.watch(reading: true, writing: true)
    let group = DispatchGroup()
    group.enter()
    watched.close(leaving: group)
    try #require(group.wait(timeout: .now() + 30) == .success)
    // The system gives out the lowest free number, to whichever test asks first.
    let pairs = try (0..<20).map { _ in try SocketPair.make() }
    defer {
      for (own, other) in pairs {
        for socket in [own, other] where socket != watched.socket { Platform.close(socket) }
      }
    }
    guard let (_, other) = pairs.first(where: { $0.0 == watched.socket }) else { return }
    watched.isClosed = false
    watched.discard()
    watched.watch(reading: true, writing: false)
    Peer(other).send("a")
    expectNotNil(watched.next { $0.canRead })
  }
}
