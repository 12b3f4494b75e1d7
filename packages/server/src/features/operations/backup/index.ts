// Front door of backups.
export { makeBackup } from './backup.ts';
export { backupPath } from './file.ts';
export { restoreBackup } from './restore/restore.ts';
