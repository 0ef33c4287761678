const MOST_REMEMBERED = 200;

/** Remembers the results of a pure function. Companies share them, so none may depend on who asks. */
export function memoize<Argument extends string | number, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const results = new Map<Argument, Result>();
  return (argument) => {
    const known = results.get(argument);
    if (known !== undefined) return known;
    if (results.size === MOST_REMEMBERED) results.clear();
    const result = compute(argument);
    results.set(argument, result);
    return result;
  };
}
