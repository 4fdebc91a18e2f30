// swift-tools-version: 6.2
import PackageDescription

// An app and its tests, as somebody writes them who has this project beside the app.
let package = Package(
  name: "profile",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "mockidp", path: "../..")],
  targets: [
    .target(name: "Profile"),
    .testTarget(name: "ProfileTests", dependencies: ["Profile", .product(name: "MockIdP", package: "mockidp")]),
  ],
  swiftLanguageModes: [.v6]
)
