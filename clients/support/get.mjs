// Fetches a URL with what the environment says about trust, and prints status and body.
import https from "node:https";

https
  .get(process.argv[2], (answer) => {
    let body = "";
    answer.on("data", (part) => (body += part));
    answer.on("end", () => console.log(`${answer.statusCode}\n${body}`));
  })
  .on("error", (error) => {
    console.error(error.code);
    process.exitCode = 1;
  });
