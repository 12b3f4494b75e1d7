// The page comes with the next commit.
export function Account() {
  return null;
}
