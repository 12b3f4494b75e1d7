// The header that tells a request's address to code that sees only the headers.

/** Written by the server over whatever a client sends under this name. */
export const addressHeader = 'attune-address';
