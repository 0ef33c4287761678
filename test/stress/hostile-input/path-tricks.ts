/** Ways to write a path so that two who read it may not read the same. */
export const pathTricks: Record<string, (path: string) => string> = {
  "a slash more in front": (path) => `/${path}`,
  "a slash more behind": (path) => `${path}/`,
  "two slashes within": (path) => path.replaceAll(/(?<=.)\//g, "//"),
  "a dot": (path) => `/.${path}`,
  "a dot behind": (path) => `${path}/.`,
  "a way up from nowhere": (path) => `/..${path}`,
  "a way up from elsewhere": (path) => `/_sandbox/health/../..${path}`,
  "a way up, encoded": (path) => `/_sandbox/health/%2e%2e/%2E%2E${path}`,
  "a way up, encoded twice": (path) => `/_sandbox/health/%252e%252e/%252e%252e${path}`,
  "a way up, with its slashes encoded": (path) => `/_sandbox/health%2f..%2f..${path}`,
  "a way up in overlong UTF-8": (path) => `/_sandbox/health/%c0%ae%c0%ae/%c0%ae%c0%ae${path}`,
  "a way up with a parameter": (path) => `/_sandbox/health/..;/..;${path}`,
  "a way up, the other way": (path) => `/_sandbox/health\\..\\..${path}`,
  "slashes encoded": (path) => `/${path.slice(1).replaceAll("/", "%2f")}`,
  "slashes encoded twice": (path) => `/${path.slice(1).replaceAll("/", "%252F")}`,
  "slashes the other way": (path) => path.replaceAll("/", "\\"),
  "slashes the other way, encoded": (path) => `/${path.slice(1).replaceAll("/", "%5c")}`,
  "a letter encoded": (path) => path.replace(/\w/, percent),
  "a letter encoded twice": (path) =>
    path.replace(/\w/, (letter) => `%25${percent(letter).slice(1)}`),
  "everything encoded": (path) => `/${path.slice(1).replaceAll(/[^/]/g, percent)}`,
  "upper case": (path) => path.toUpperCase(),
  "letters that become ASCII": (path) =>
    path.replaceAll("s", "%C5%BF").replaceAll("k", "%E2%84%AA"),
  "wide letters": (path) => path.replace(/[a-z]/, (letter) => wide(letter)),
  "a NUL behind": (path) => `${path}%00`,
  "a NUL and more behind": (path) => `${path}%00.pdf`,
  "a line break behind": (path) => `${path}%0d%0aset-cookie:%20injected=1`,
  "a space behind": (path) => `${path}%20`,
  "a tab in front": (path) => `/%09${path.slice(1)}`,
  "a parameter behind": (path) => `${path};jsessionid=1`,
  "a parameter within": (path) => path.replace(/(?<=\w)(?=\/|$)/, ";a=b"),
  "an ending": (path) => `${path}.json`,
  "a fragment": (path) => `${path}#/_sandbox/health`,
  "a fragment, encoded": (path) => `${path}%23`,
  "a question mark, encoded": (path) => `${path}%3Fpage=1`,
  "half an encoding": (path) => `${path}%`,
  "an encoding of no digits": (path) => `${path}%zz`,
  "no UTF-8": (path) => `${path}%ff`,
  "an encoding of sixteen bits": (path) =>
    path.replace(/\w/, (letter) => `%u00${percent(letter).slice(1)}`),
  "the whole address": (path) => `http://127.0.0.1${path}`,
  "the whole address in capitals": (path) => `HTTP://LOCALHOST:1${path}`,
  "the whole address with a name": (path) => `http://ana:x@127.0.0.1${path}`,
  "a scheme that nobody speaks": (path) => `file://${path}`,
  "no slash in front": (path) => path.slice(1),
  "a star for the first slash": (path) => `*${path.slice(1)}`,
  "a letter for the first slash": (path) => `x${path.slice(1)}`,
  "a host in front": (path) => `//127.0.0.1${path}`,
};

function percent(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

/** In full width, as East Asian texts write Latin letters: some platforms take them for the same. */
function wide(letter: string): string {
  return encodeURIComponent(String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
}
