// Where a request comes from, as it is told to what knows requests by their headers alone.

/** Written by the server over whatever a client sends under this name. */
export const addressHeader = 'attune-address';
