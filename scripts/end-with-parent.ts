/**
 * Ends a server of an npm script when npm is ended. npm passes a signal to the shell that it started,
 * and no further. Some shells, such as Debian's dash, then end and leave the server behind. `exec` in the
 * script would replace the shell, but Windows has no `exec`. So package.json loads this file first.
 */
const INTERVAL = 200;

const parent = process.ppid;

const timer = setInterval(() => {
  // The system gives an orphan another parent. Windows does not; there the console ends all its processes.
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, "SIGTERM");
}, INTERVAL);
timer.unref();
