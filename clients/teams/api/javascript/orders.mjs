// The API under test: who may ask for orders.
import { createPublicKey, verify } from "node:crypto";

const CLIENT_ID = "a9100000-0000-4000-8000-000000000005";
const parts = (token) => token.split(".").map((part) => Buffer.from(part, "base64url"));

/** What a good token states. Everybody else is refused. */
export async function claimsOf(token, tenant, fetch = globalThis.fetch) {
  const [head, body, signature] = parts(token);
  const { alg, kid } = JSON.parse(head);
  const { keys } = await (await fetch(`https://login.microsoftonline.com/${tenant}/discovery/v2.0/keys`)).json();
  const jwk = keys.find((key) => key.kid === kid);
  const signed = Buffer.from(token.slice(0, token.lastIndexOf(".")));
  if (alg !== "RS256" || !jwk || !verify("RSA-SHA256", signed, createPublicKey({ key: jwk, format: "jwk" }), signature)) throw new Error("refused: signature");
  const claims = JSON.parse(body);
  if (claims.iss !== `https://login.microsoftonline.com/${tenant}/v2.0`) throw new Error("refused: issuer");
  if (claims.aud !== CLIENT_ID) throw new Error("refused: audience");
  if (claims.exp * 1000 < Date.now() || claims.nbf * 1000 > Date.now() + 300_000) throw new Error("refused: time");
  return claims;
}
