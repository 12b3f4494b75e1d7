// Front door of what keys are used for, and by whom.
export { startCounting } from './counting.ts';
export { forgetOldUse, type KeyUse, readClients, readUse } from './store.ts';
