// Front door of pseudonyms: what finds an erased person after a restore.
export { deletionOf, pseudonymOf, pseudonymsOf, siteMark } from './pseudonyms.ts';
export { type Pseudonymised, selectByPseudonyms } from './store.ts';
