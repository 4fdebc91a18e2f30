import Expectations
import Testing

@testable import Bytes

struct IPAddressTests {
  struct Case: CustomTestStringConvertible {
    let text: String
    let description: String?
    init(_ text: String, _ description: String?) {
      self.text = text
      self.description = description
    }
    var testDescription: String { text }
  }

  @Test(arguments: [
    Case("127.0.0.1", "127.0.0.1"), Case("255.255.255.255", "255.255.255.255"), Case("0.0.0.0", "0.0.0.0"),
    Case("::", "0:0:0:0:0:0:0:0"), Case("::1", "0:0:0:0:0:0:0:1"), Case("[::1]", "0:0:0:0:0:0:0:1"),
    Case("2001:DB8::a:0:1", "2001:db8:0:0:0:a:0:1"), Case("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
    Case("1::", "1:0:0:0:0:0:0:0"), Case("::ffff:10.0.0.1", "10.0.0.1"), Case("::FFFF:0a00:0001", "10.0.0.1"),
    Case("64:ff9b::1.2.3.4", "64:ff9b:0:0:0:0:102:304"),
    Case("", nil), Case("localhost", nil), Case("1.2.3", nil), Case("1.2.3.4.5", nil), Case("01.2.3.4", nil),
    Case("256.1.1.1", nil), Case("1.2.3.4:80", nil), Case("1..2.3", nil), Case("[1.2.3.4]", nil), Case("[::1", nil),
    Case(":::", nil), Case("1::2::3", nil), Case("1:2:3:4:5:6:7", nil), Case("1:2:3:4:5:6:7:8:9", nil),
    Case("1:2:3:4:5:6:7::8", nil), Case("12345::", nil), Case("g::", nil), Case("::1.2.3", nil),
    Case("fe80::1%eth0", nil),
    Case("+1.2.3.4", nil), Case("１.2.3.4", nil),
  ])
  func reads(_ c: Case) { expectEqual(IPAddress(c.text)?.description, c.description) }

  @Test(arguments: [
    ("8.8.8.8", true), ("20.190.128.1", true), ("2603:1006::1", true), ("10.1.2.3", false), ("172.16.0.1", false),
    ("172.32.0.1", true), ("192.168.1.1", false), ("127.0.0.2", false), ("169.254.169.254", false),
    ("100.64.0.1", false),
    ("100.128.0.1", true), ("0.0.0.0", false), ("224.0.0.1", false), ("255.255.255.255", false), ("::1", false),
    ("::", false), ("::ffff:169.254.169.254", false), ("fd00:ec2::254", false), ("fe80::1", false), ("ff02::1", false),
    ("64:ff9b::a9fe:a9fe", false), ("2002:a9fe:a9fe::", false),
  ])
  func isPublicOnlyOutsideOfEveryOwnNetwork(_ text: String, _ isPublic: Bool) {
    expectEqual(IPAddress(text)?.isPublic, isPublic)
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.9.9.9/8", "10.0.0.1", true),
    ("192.168.4.0/22", "192.168.7.255", true), ("192.168.4.0/22", "192.168.8.0", false), ("0.0.0.0/0", "8.8.8.8", true),
    ("0.0.0.0/0", "::1", false), ("::/0", "8.8.8.8", false), ("127.0.0.1", "127.0.0.1", true),
    ("127.0.0.1", "127.0.0.2", false), ("fd00::/8", "fdff::1", true), ("fd00::/8", "fc00::1", false),
    ("10.0.0.0/8", "::ffff:10.0.0.1", true), ("::1/128", "::1", true), ("10.0.0.0/31", "10.0.0.1", true),
  ])
  func aNetworkHoldsWhatAgreesInItsBits(_ network: String, _ address: String, _ holds: Bool) throws {
    let (network, address) = (try #require(IPNetwork(network)), try #require(IPAddress(address)))
    expectEqual(network.contains(address), holds)
  }

  @Test(arguments: [
    "", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/8/8", "10.0.0.0/-1", "10.0.0.0/+8", "x/8",
    "10.0.0.0/1000",
  ])
  func whatIsNoNetwork(_ text: String) { expectNil(IPNetwork(text)) }
}
