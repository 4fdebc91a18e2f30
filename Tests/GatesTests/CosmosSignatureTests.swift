import Bytes
import Expectations
import Testing

@testable import Gates

@Suite("Signatures for the emulator of Cosmos DB") struct CosmosSignatureTests {
  @Test(
    "finds the kind of a resource and its link in the path",
    arguments: [
      ("/", "", ""), ("/dbs", "dbs", ""), ("/dbs/shop", "dbs", "dbs/shop"), ("/dbs/shop/", "dbs", "dbs/shop"),
      ("/dbs/shop/colls", "colls", "dbs/shop"), ("/dbs/a%20b/colls/c/docs", "docs", "dbs/a b/colls/c"),
      ("/dbs/shop/colls/c/docs/1", "docs", "dbs/shop/colls/c/docs/1"), ("/offers", "offers", ""),
    ])
  func resource(_ path: String, _ type: String, _ link: String) {
    #expect(CosmosSignature.resource(of: path) == (type, link))
  }

  /// The example of Microsoft's page "Access control in the Azure Cosmos DB SQL API".
  @Test("signs as the documentation's example")
  func documented() throws {
    let key = "dsZQi3KtZmCv1ljt3VNWNm7sQUF1y5rJfC6kv5JiwvW0EndXdDku/dkKBp8/ufDToSxLzR4y+O/0H/t4bQtVNw=="
    let signature = try #require(CosmosSignature(key: key))
    expectEqual(
      signature.authorization(method: "GET", path: "/dbs/ToDoList", date: "Thu, 27 Apr 2017 00:51:12 GMT"),
      "type%3Dmaster%26ver%3D1.0%26sig%3Dc09PEVJrgp2uQRkr934kFbTqhByc7TVr3OHyqlu%2Bc%2Bc%3D")
  }

  @Test("takes no key that is not Base64", arguments: ["", "no key!"])
  func badKey(_ key: String) { expectNil(CosmosSignature(key: key)) }
}
