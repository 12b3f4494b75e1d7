// The page comes with the next commit.
export function SignIn() {
  return null;
}
