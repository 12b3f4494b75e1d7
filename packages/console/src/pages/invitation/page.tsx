// The page comes with the next commit.
export function Invitation() {
  return null;
}
