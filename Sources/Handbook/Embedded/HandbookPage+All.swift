// Written by scripts/embed-docs from docs/*.md: change those and run it again.

extension HandbookPage {
  /// The pages by their names.
  package static let all: [HandbookPage] = [
    HandbookPage("advice", "Advice", pageAdvice),
    HandbookPage("azure-cli", "Azure CLI", pageAzureCli),
    HandbookPage("ci", "Continuous integration", pageCi),
    HandbookPage("claims", "Claims", pageClaims),
    HandbookPage("client-needs", "What client libraries need", pageClientNeeds),
    HandbookPage("clients", "Clients", pageClients),
    HandbookPage("command-line", "Command line", pageCommandLine),
    HandbookPage("console", "Console", pageConsole),
    HandbookPage("control-api", "Control API", pageControlApi),
    HandbookPage("drop-in", "No change to the app", pageDropIn),
    HandbookPage("durability", "What is kept, and what survives", pageDurability),
    HandbookPage("embedding", "In a Swift test suite", pageEmbedding),
    HandbookPage("graph", "Microsoft Graph", pageGraph),
    HandbookPage("har", "From a recording to a scenario", pageHar),
    HandbookPage("init", "From what you have to a scenario", pageInit),
    HandbookPage("library", "The library", pageLibrary),
    HandbookPage("macos", "macOS", pageMacos),
    HandbookPage("managed-identity", "Managed identity", pageManagedIdentity),
    HandbookPage("mcp", "For coding assistants", pageMcp),
    HandbookPage("powershell", "PowerShell", pagePowershell),
    HandbookPage("prompt", "What authorize does", pagePrompt),
    HandbookPage("quick-start", "Quick start", pageQuickStart),
    HandbookPage("scenarios", "Scenarios", pageScenarios),
    HandbookPage("terraform", "Terraform and OpenTofu", pageTerraform),
    HandbookPage("test-runners", "Test runners", pageTestRunners),
    HandbookPage("tests-browser", "I write browser tests", pageTestsBrowser),
    HandbookPage("tests-dotnet", "Tests in .NET", pageTestsDotnet),
    HandbookPage("tests-go", "I write Go tests", pageTestsGo),
    HandbookPage("tests-junit", "I write JUnit tests", pageTestsJunit),
    HandbookPage("tests-pytest", "I write pytest tests", pageTestsPytest),
    HandbookPage("worlds", "A world for each test", pageWorlds),
    HandbookPage("your-own-tenant", "Your own tenant", pageYourOwnTenant),
  ]
}
