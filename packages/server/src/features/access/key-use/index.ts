// Front door of key use: what keys were used for, and by which clients.
export { startCounting } from './counting.ts';
export { forgetOldUse, type KeyUse, readClients, readUse, selectCallsByDay } from './store.ts';
