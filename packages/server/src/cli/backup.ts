// attune backup and attune restore.
import { stat } from 'node:fs/promises';
import { ApiError } from '../api-error.ts';
import { startWorker } from '../features/events/collect/index.ts';
import {
  backupPath,
  makeBackup,
  makeKeyFile,
  readBackupKeys,
  restoreBackup,
} from '../features/operations/backup/index.ts';
import { type LedgerFile, readLedger } from '../features/operations/ledger/index.ts';
import { isReapplyDue, runErasures } from '../features/operations/personal-data/index.ts';
import type { Resources } from '../resources.ts';
import { subcommand } from './command.ts';
import { progressBar } from './output.ts';
import { actor, withResources } from './session.ts';

interface BackupOptions {
  readonly force?: boolean;
  readonly encrypt?: boolean;
}

/** Backs everything up, beside a server that runs or without one. */
export const backupCommand = subcommand<BackupOptions>(
  'backup <file>',
  'Write everything in the database, as of one moment, to a file or into a folder.',
  ({ force = false, encrypt = false }, name) =>
    withResources(async ({ ctx }) => {
      const found = await readBackupKeys(ctx.config);
      if (encrypt && !found) {
        const detail = '--encrypt needs BACKUP_KEY_FILE or BACKUP_PASSPHRASE.';
        throw new ApiError('invalid_request', detail);
      }
      const keys = encrypt ? found : undefined;
      const file = await backupPath(name!, ctx.now());
      const progress = progressBar('Backing up');
      const onProgress = progress.report;
      const options = { force, keys, onProgress };
      const made = await makeBackup(ctx.pool, file, options).finally(progress.done);
      const { rows, tables, bytes, madeAt } = made;
      const size = (bytes / 1e6).toFixed(1);
      const text = `${file}: ${rows} rows of ${tables.length} tables as of ${madeAt}, ${size} MB`;
      const unused = found && !keys ? ', though there is a key: say --encrypt' : '';
      return { json: made, text: `${text}, ${keys ? '' : 'not '}encrypted${unused}.` };
    }),
)
  .option('--force', 'replace a file of this name')
  .option('--encrypt', 'with the keys of BACKUP_KEY_FILE, or with BACKUP_PASSPHRASE');

/** Makes a key for encrypted backups. */
export const backupKeyCommand = subcommand(
  'backup-key <file>',
  'Make a key file for encrypted backups. Without it, what it encrypts is lost.',
  async (_options, file) => {
    const recipient = await makeKeyFile(file!);
    const text = `${file} has the secret key. Its public key alone encrypts: ${recipient}`;
    return { json: { file, recipient }, text };
  },
);

interface RestoreOptions {
  readonly force?: boolean;
  /** A further one; false: none is wanted. */
  readonly ledger?: string | false;
}

/** Restores a backup, and applies the ledger to it. */
export const restoreCommand = subcommand<RestoreOptions>(
  'restore <file>',
  'Replace the database with a backup, without what was deleted or erased since.',
  ({ force = false, ledger: further }, file) =>
    withResources(async (resources) => {
      const { ctx, ledger } = resources;
      if (further) await takeOver(resources, further);
      if (further !== false) await refuseWithout(ledger);
      const progress = progressBar('Restoring');
      const onProgress = progress.report;
      const keys = await readBackupKeys(ctx.config);
      const options = { force, keys, actor, ledger: ledger.read(), onProgress };
      const restored = await restoreBackup(ctx, file!, options).finally(progress.done);
      await eraseNow(resources);
      const { rows, tables, madeAt, unknown, ledger: applied } = restored;
      const lines = [
        `${rows} rows of ${tables} tables are as they were at ${madeAt}.`,
        `From the ledger: ${applied.keys} keys deleted again, ${applied.erasures} erasures done again.`,
        ...unknown.map((table) => `The table ${table} is not one of Attune's: it was left out.`),
      ];
      return { json: restored, text: lines.join('\n') };
    }),
)
  .option('--force', 'replace everything in a database that holds sites')
  .option('--ledger <file>', 'apply a further ledger, such as another node kept')
  .option('--no-ledger', 'restore without any: what was deleted since the backup comes back');

/** Into this node's own ledger first: should the restore be cut off, the next start applies it. */
async function takeOver({ ctx, ledger }: Resources, path: string): Promise<void> {
  await stat(path).catch(() => {
    throw new ApiError('not_found', `There is no file ${path}.`);
  });
  for await (const _entry of ledger.read());
  for await (const entry of readLedger(path, ctx.log)) {
    if (!ledger.isKnown(entry)) await ledger.append([entry]);
  }
}

/** Without one, deleted keys would work again, and erased people would be back. */
async function refuseWithout({ path }: LedgerFile): Promise<void> {
  await stat(path).catch(() => {
    const detail =
      `There is no ledger at ${path}, so that what was deleted or erased since the backup would ` +
      'come back. Name the ledger of a node with --ledger, or say --no-ledger.';
    throw new ApiError('conflict', detail);
  });
}

/** When this resolves, everybody who is erased by the ledger is gone. */
async function eraseNow({ ctx, inbox }: Resources): Promise<void> {
  await ctx.snapshots.catchUp();
  if (!(await isReapplyDue(ctx))) return;
  // They may be in what waits to be worked off.
  const worker = startWorker(ctx, inbox);
  try {
    for (;;) {
      await runErasures(ctx);
      if (!(await isReapplyDue(ctx))) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    await worker.stop();
  }
}
