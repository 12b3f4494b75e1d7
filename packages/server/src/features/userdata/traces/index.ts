// Front door of traces: what finds an erased person again after a restore.
export { selectTraced, type Traced } from './store.ts';
export { deletionOf, siteMark, traceOfName, tracesOf } from './traces.ts';
