// The page comes with the next commit.
export function ApiKeys() {
  return null;
}
