/**
 * Where a postback goes. A target without a path keeps that of the `postbackUrl`, in which a receiver may have its own
 * reference. The host is always the target's.
 *
 * @example
 * forwardedUrl(new URL("http://localhost:3000"), "https://shop.example/postbacks/1042?t=1"); // "http://localhost:3000/postbacks/1042?t=1"
 */
export function forwardedUrl(target: URL, postbackUrl: string): string {
  const url = new URL(target);
  if (url.pathname !== "/" || url.search !== "" || !URL.canParse(postbackUrl)) return url.href;
  const { pathname, search } = new URL(postbackUrl);
  Object.assign(url, { pathname, search });
  return url.href;
}
