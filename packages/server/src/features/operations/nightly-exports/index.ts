// Front door of nightly exports: what a site has, in a folder or a bucket of the operator's.
export { checkPlace } from './check-place.ts';
export { runDueExports } from './nightly.ts';
export { nightlyStatus } from './status.ts';
