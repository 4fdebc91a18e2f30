import Testing

@testable import MockIdP

@Suite struct ServerTests {
}
