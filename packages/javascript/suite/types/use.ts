import { MockIdPError, PageRefused, start, withWorld, world, type Arrival, type World, type WorldOptions } from "mockidp";
import setup from "mockidp/global-setup";

const options: WorldOptions = { ids: "asWritten", clientIds: "perWorld", name: "types", user: "bob" };

export const body: (...given: any[]) => Promise<void> = withWorld("happy-path", options, async (made: World) => {
  const arrival: Arrival = await made.signIn("https://login.microsoftonline.com/common/oauth2/v2.0/authorize");
  const { pages } = await made.browser().signInAtPages(arrival.url);
  const answer: Response = await made.fetch("https://graph.microsoft.com/v1.0/me");
  const variables: Record<string, string> = made.environment("app-service", { identity: "identity" });
  console.log(pages.toFixed(), answer.status, variables.IDENTITY_ENDPOINT, await made.token({ client: "web", user: "alice" }));
});

export async function refusal(made: World): Promise<string | undefined> {
  try {
    await made.signInAtPages("https://login.microsoftonline.com/");
  } catch (error) {
    if (error instanceof PageRefused) return `${error.code} ${error.text}`;
    if (error instanceof MockIdPError) return error.problem;
  }
  return undefined;
}

export const others: Promise<unknown>[] = [start(), world(new URL("file:///scenario.yaml")), setup()];
