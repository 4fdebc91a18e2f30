"use strict";

/** The program under test of the examples: it signs a user in and shows a profile, with nothing but fetch. */
class Profile {
  static LOGIN = "https://login.microsoftonline.com/common/oauth2/v2.0";
  timesAsked = 0;

  constructor({ clientId, fetch, openBrowser }) {
    Object.assign(this, { clientId, fetch, openBrowser });
  }

  async show() {
    const answer = await this.fetch("https://graph.microsoft.com/v1.0/me", { headers: { Authorization: `Bearer ${await this.#token()}` } });
    return (await answer.json()).displayName;
  }

  async #token() {
    if (this.refreshToken) {
      const answer = await this.#redeem({ grant_type: "refresh_token", refresh_token: this.refreshToken });
      if (answer.access_token) return answer.access_token;
      if (answer.error !== "invalid_grant") throw new Error(answer.error_description);
    }
    this.timesAsked += 1;
    const redirect = { redirect_uri: "http://localhost" };
    const query = new URLSearchParams({ client_id: this.clientId, response_type: "code", scope: "User.Read offline_access", ...redirect });
    const { code } = await this.openBrowser(`${Profile.LOGIN}/authorize?${query}`);
    return (await this.#redeem({ grant_type: "authorization_code", code, ...redirect })).access_token;
  }

  async #redeem(form) {
    const body = new URLSearchParams({ client_id: this.clientId, scope: "User.Read offline_access", ...form });
    const answer = await (await this.fetch(`${Profile.LOGIN}/token`, { method: "POST", body })).json();
    this.refreshToken = answer.refresh_token ?? this.refreshToken;
    return answer;
  }
}

/** The program, and a user of the world in front of it. */
function profileOf(world) {
  const browser = world.browser();
  return new Profile({ clientId: world.apps.mobile.clientId, fetch: world.fetch, openBrowser: async (url) => (await browser.signIn(url)).parameters });
}

module.exports = { Profile, profileOf };
