// Front door of snapshots.
export { snapshotFile } from './file.ts';
export { type LiveSnapshots, liveSnapshots } from './snapshots.ts';
