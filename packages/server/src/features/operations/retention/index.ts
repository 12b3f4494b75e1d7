// Front door of retention: how long a site keeps events and audit entries, and what goes when.
export { readRetention, refuseUnconfirmedLoss } from './preview.ts';
export { applyRetention } from './retention.ts';
