// Knows how what is compiled is shared by all who ask for the same.

/** So many are kept; then none, as those of campaigns long gone would else stay for ever. */
const MAX_SHARED = 10_000;

/** Answers what was made of a key before, or makes it. */
export function sharing<T>(): (key: string, make: () => T) => T {
  const shared = new Map<string, T>();
  return (key, make) => {
    const known = shared.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (shared.size >= MAX_SHARED) shared.clear();
    shared.set(key, made);
    return made;
  };
}
