// Front door of snapshots.
export { compileSite } from './compile.ts';
export { readOnly, snapshotFile } from './file.ts';
export { loadSite, type SiteData } from './site-data.ts';
export { type LiveSnapshots, liveSnapshots } from './snapshots.ts';
