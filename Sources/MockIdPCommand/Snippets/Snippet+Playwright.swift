extension Snippet {
  static let playwright = Snippet(name: "playwright", summary: "Playwright, playwright.config.mjs") { facts in
    """
    import { defineConfig } from "@playwright/test";

    export default defineConfig({
      webServer: {
        command: "npm start",
        url: "http://localhost:3000",
        // The names that your app reads. A browser takes no variable for trust.
        env: {
          NODE_EXTRA_CA_CERTS: "\(facts.certificateAuthority)",
          ENTRA_AUTHORITY: "\(facts.authority)",
          ENTRA_APP: "\(facts.singlePage.clientID)",
        },
      },
      use: {
        ignoreHTTPSErrors: true,
        // For an app with Microsoft's addresses in it:
        // proxy: { server: "\(facts.server.http)", bypass: "localhost" },
      },
    });

    """
  }
}
