#if CLUSTER
  import Bytes
  import Expectations
  import HTTPWire
  import JSON
  import Policy
  import Testing
  import Time

  @testable import Worlds

  /// What goes along of a journal is all that a journal shows.
  struct ReplicatedExchangeTests {
    private static func exchange() throws -> Exchange {
      let ids = try (1...4).map { try #require(GUID("0000000\($0)-0000-4000-8000-000000000000")) }
      var exchange = Exchange(
        traceID: ids[0], correlationID: ids[1], startedAt: UnixTime(ticks: 17_000_000_000_000_001), method: "POST",
        host: "localhost", path: "/common/oauth2/v2.0/token")
      exchange.number = 7
      exchange.era = 2
      exchange.hasClientCorrelation = true
      exchange.endpoint = .token
      exchange.parameters = [.init(name: "scope", value: "a\"b\n\u{1F600}")]
      exchange.origin = "https://spa.example"
      exchange.secretsInURL = ["client_secret"]
      exchange.fields.append("User-Agent", "x")
      exchange.trace = TraceContext(
        traceID: "0af7651916cd43dd8448eb211c80319c", parentID: "b7ad6b7169203331", flags: 1, state: "rojo=1,congo=2")
      exchange.library = "MSAL.Python 1.31"
      exchange.tenant = .init(alias: "contoso", id: ids[2])
      exchange.client = .init(alias: "mine", id: ids[3], standsFor: "web")
      exchange.user = .init(alias: "alice", id: ids[0])
      exchange.userTenant = .init(alias: "fabrikam", id: ids[1])
      exchange.group = .init(alias: "sellers", id: ids[1])
      exchange.action = .update
      exchange.grant = "refresh_token"
      exchange.userFlow = "B2C_1_susi"
      exchange.binding = .post
      exchange.initiator = .identityProvider
      exchange.prompt = "login"
      exchange.scopes = ["User.Read", "openid"]
      exchange.resource = "graph"
      exchange.resourceStandsFor = "api"
      exchange.page = "password"
      exchange.noteAdopted("an app")
      exchange.because("it was so")
      exchange.explain("the app has no such address")
      exchange.refusal = Refusal(try #require(Catalogue.kind(named: "multiFactorRequired")), knowing: [:])
      exchange.resourceError = "InvalidAuthenticationToken"
      exchange.demandsClaims = true
      exchange.mail = .init(from: "a@x.test", to: ["b@x.test"], subject: "s", attachments: 1)
      exchange.status = 400
      exchange.retryAfter = Duration(ticks: 30_000_000)
      exchange.rules = ["first"]
      return exchange
    }

    /// A member that the writer forgets would be lost by a takeover, without a word.
    @Test func writesEveryMember() throws {
      let names = ReplicatedExchange.object(of: try Self.exchange()).names
      expectEqual(names, ReplicatedExchange.CodingKeys.allCases.map(\.rawValue))
    }

    @Test func comesBackAsItWent() throws {
      let exchange = try Self.exchange()
      let bytes = ReplicatedExchange.bytes(of: exchange)
      let back = try #require(ReplicatedExchange.exchange(bytes))
      expectEqual(ReplicatedExchange.bytes(of: back), bytes)
      #expect(back.trace == exchange.trace && back.client == exchange.client && back.adopted == exchange.adopted)
      #expect(back.binding == .post && back.initiator == .identityProvider)
      #expect(back.refusal?.kind == exchange.refusal?.kind && back.retryAfter == exchange.retryAfter)
    }

    @Test func leavesOutWhatIsNotThere() throws {
      let id = try #require(GUID("00000001-0000-4000-8000-000000000000"))
      let exchange = Exchange(
        traceID: id, correlationID: id, startedAt: UnixTime(ticks: 1), method: "GET", host: "localhost", path: "/")
      let bytes = ReplicatedExchange.bytes(of: exchange)
      let back = try #require(ReplicatedExchange.exchange(bytes))
      #expect(back.tenant == nil && back.refusal == nil && back.trace == nil && back.retryAfter == nil)
      expectEqual(ReplicatedExchange.bytes(of: back), bytes)
    }

    /// Who takes a journal up reads no more of an exchange than its place, until somebody asks for it.
    @Test func tellsThePlaceFromTheFirstBytes() throws {
      var exchange = try Self.exchange()
      var place = try #require(ReplicatedExchange.place(of: ReplicatedExchange.bytes(of: exchange)))
      #expect(place == (7, 2))
      exchange.era = 0
      place = try #require(ReplicatedExchange.place(of: ReplicatedExchange.bytes(of: exchange)))
      #expect(place == (7, 0))
      for other in ["", "{}", "{\"number\":}", "{\"number\":99999999999999999999}", "[]"] {
        #expect(ReplicatedExchange.place(of: Array(other.utf8)) == nil, "\(other)")
      }
    }

    /// As an older program wrote it, without a trace.
    @Test func readsWhatHasNoTrace() throws {
      var object = ReplicatedExchange.object(of: try Self.exchange())
      object.remove(["traceparent", "tracestate"])
      try expectNil(#require(ReplicatedExchange.exchange(JSONValue.object(object).serialized)).trace)
      expectNil(ReplicatedExchange.exchange(Array("{}".utf8)))
    }
  }
#endif
