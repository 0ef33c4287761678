/** What reaches an assumption: see src/verify/checked-assumptions.ts. */
const REACHES = ["read", "write", "traffic"];
const KEYS = "by when send values order filters fields only rule withoutCode keywords whole".split(
  " ",
);
const CAUSES = [
  "no-token",
  "wrong-keys",
  "invalid-id",
  "invalid-query",
  "invalid-body",
  "unknown-id",
];

/**
 * An assumption says how `centavo verify` finds out whether it is true: by a check that follows from its element, by one
 * that is written beside it, or not at all, for a reason.
 * @returns {Record<string, unknown>}
 */
export function assumptionHasCheck() {
  return {
    any: { enter: check },
    // The visitor of elements sees the target of a reference, and not what is beside the reference.
    ref: { enter: check },
  };
}

/** @type {(node: any, context: { location: any, report: (problem: object) => void }) => void} */
function check(node, { location, report }) {
  const transitions = Array.isArray(node?.["x-transitions"]) ? node["x-transitions"] : [];
  for (const element of [node, ...transitions]) {
    const place =
      element === node ? location : location.child(["x-transitions", transitions.indexOf(element)]);
    const problem = problemOf(Object(element));
    if (problem) report({ message: problem, location: place.key() });
  }
}

/** @type {(element: Record<string, any>) => string | undefined} */
function problemOf({ "x-inferred": assumption, "x-verify": verify }) {
  if (assumption === undefined && verify === undefined) return undefined;
  if (assumption === undefined) return "There is an x-verify without an x-inferred: remove it.";
  if (verify === undefined)
    return "The x-inferred has no x-verify: say `read`, `write` or `traffic`, or what to send, or `unobservable` and why.";
  if (REACHES.includes(verify)) return undefined;
  const { by, unobservable } = Object(verify);
  const isReason = typeof unobservable === "string" && /^[A-Z].{18,}\.$/.test(unobservable);
  const isWritten =
    REACHES.includes(by) &&
    Object.keys(verify).every((key) => KEYS.includes(key)) &&
    (verify.when === undefined || CAUSES.includes(verify.when));
  return isWritten || (by === undefined && isReason)
    ? undefined
    : "The x-verify is neither one of `read`, `write` and `traffic`, nor an object with one of them as `by` and what src/verify/checked-assumptions.ts knows, nor `unobservable` with a sentence that says why.";
}
