// Front door of backups.
export { makeBackup } from './backup.ts';
export { makeKeyFile, readBackupKeys } from './encryption.ts';
export { backupPath, writeDurably } from './file.ts';
export { restoreBackup } from './restore/restore.ts';
