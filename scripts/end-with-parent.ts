/**
 * Stops the server of an npm script when npm stops. npm only passes a signal to the shell that it
 * started. Some shells, e.g. Debian's dash, then exit and leave the server running. `exec` in the script
 * would replace the shell, but Windows has no `exec`. So package.json loads this file first.
 */
const INTERVAL = 200;

const parent = process.ppid;

const timer = setInterval(() => {
  // An orphan gets another parent. On Windows it does not, but there the console stops all its processes.
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, "SIGTERM");
}, INTERVAL);
timer.unref();
