// What of signing keys the rest of the server may use.
export { ensureSigningKeys, rotateSigningKey } from './rotate.ts';
export { openSigningKeys } from './signing-keys.ts';
export { type SigningKeyRow, selectSigningKeys } from './store.ts';
