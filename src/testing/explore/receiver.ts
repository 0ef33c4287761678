type Receive = (request: Request) => Response | Promise<Response>;

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Where postbacks go: a function as it is, or a server on this machine.
 * @throws {TypeError} for any other address, which belongs to somebody else.
 */
export function receiverOf(postbacks: Receive | string): Receive {
  if (typeof postbacks === "function") return postbacks;
  const { protocol, hostname, origin } = new URL(postbacks);
  if (protocol !== "http:" || !LOOPBACK.test(hostname))
    throw new TypeError(`explore delivers postbacks to this machine only, and not to ${origin}`);
  return (request) => {
    const { pathname, search } = new URL(request.url);
    return fetch(new Request(`${origin}${pathname}${search}`, request), { redirect: "manual" });
  };
}
