// Is the node in this container ready? Ends with 0 if it is.
const { ADMIN_PORT, PORT } = process.env;
const url = `http://127.0.0.1:${ADMIN_PORT || PORT || 8080}/readyz`;
const isReady = await fetch(url).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
