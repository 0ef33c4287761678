import { spawn } from "node:child_process";

// The command's own file, since ending the shim of npm would leave the sandbox behind on Windows.
const file = "node_modules/centavo/dist/package/src/cli/index.js";
const child = spawn(process.execPath, [file, "sandbox", "--port", "0", ...process.argv.slice(2)]);
let text = "";
child.stdout.on("data", async (data) => {
  const before = text;
  text += data;
  if (before.includes("Ctrl-C") || !text.includes("Ctrl-C")) return;
  const [, url = ""] = /running at (\S+)\. /.exec(text) ?? [];
  const { status } = await fetch(`${url}/_sandbox/health`);
  child.kill();
  console.log(status);
});
