// Front door of traces: what finds an erased person again after a restore.

export { deletionOf, siteMark, traceOfName, tracesOf } from './pseudonyms.ts';
export { selectTraced, type Traced } from './store.ts';
