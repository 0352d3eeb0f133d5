/**
 * A pure function of an immutable object and further values, with the last result of each object remembered. What is
 * computed of five hundred lines is then computed again only of the line that changed.
 */
export function remembered<Key extends object, Rest extends readonly unknown[], Result>(
  compute: (key: Key, ...rest: Rest) => Result,
): (key: Key, ...rest: Rest) => Result {
  const known = new WeakMap<Key, { readonly rest: Rest; readonly result: Result }>();
  return (key, ...rest) => {
    const last = known.get(key);
    if (last?.rest.every((value, place) => Object.is(value, rest[place]))) return last.result;
    const result = compute(key, ...rest);
    known.set(key, { rest, result });
    return result;
  };
}
