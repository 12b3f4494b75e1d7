// The page comes with the next commit.
export function Teammates() {
  return null;
}
