// Front door of exports: what a site has, as files for a warehouse.
export { type ExportFormat, formats } from './formats/index.ts';
export { type ExportKindName, exportKinds } from './kinds/index.ts';
export type { ExportResult } from './run.ts';
export { folderTarget } from './targets/folder.ts';
export { openPlace } from './targets/place.ts';
export { ExportError } from './targets/target.ts';
