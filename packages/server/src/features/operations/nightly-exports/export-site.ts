// Exports the kinds of a site, one after the other, with connections of its own.
import { ApiError } from '../../../api-error.ts';
import { openSecrets } from '../../../secrets.ts';
import { withinSite } from '../../../tenant-guard.ts';
import { compileSite, loadSite } from '../../serving/snapshots/index.ts';
import { ExportError, exportKinds, openPlace } from '../exports/index.ts';
import { openExporterDatabase } from './store.ts';
import type { ExporterData, Report } from './task.ts';

const progressMs = 1_000;
/** Days of before a site's first are none of its partitions. */
const since = '0001-01-01';

/** Does a task. What an operator can mend is reported as its failure; what else fails is thrown. */
export async function exportSite(
  { target, config, task }: ExporterData,
  tell: Report,
  signal: AbortSignal,
): Promise<void> {
  const { kysely: db, pool, close } = openExporterDatabase(target, config);
  const began = performance.now();
  const now = () => task.now + Math.floor(performance.now() - began);
  const { siteId, format, until } = task;
  try {
    const data = await loadSite(db, siteId);
    if (!data) return;
    const { snapshot } = await compileSite(data, openSecrets(config));
    const place = await openPlace(task.place, config, signal);
    for (const kind of task.kinds) {
      const onProgress = paced(tell, kind);
      const options = { format, target: place, since, until, onProgress, signal };
      const run = () => exportKinds[kind].run({ db, pool, now }, snapshot, options);
      tell({ type: 'done', kind, result: await withinSite(siteId, run) });
    }
  } catch (error) {
    if (signal.aborted) return;
    const reason = reasonOf(error, task.place);
    if (reason === undefined) throw error;
    tell({ type: 'failed', reason });
  } finally {
    await close();
  }
}

/** Reports how far a kind is: at once, and then from time to time. */
function paced(tell: Report, kind: ExporterData['task']['kinds'][number]) {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return ({ folder, rows, bytes }: { folder: string; rows: number; bytes: number }) => {
    if (performance.now() - reportedAt < progressMs) return;
    reportedAt = performance.now();
    tell({ type: 'progress', kind, part: folder, rows, bytes });
  };
}

/** Why a place does not take files, without a full stop; undefined: it is no fault of the place. */
export function reasonOf(error: unknown, place: string): string | undefined {
  if (error instanceof ApiError || error instanceof ExportError) {
    return error.message.replace(/\.$/, '');
  }
  const { code, syscall } = error as NodeJS.ErrnoException;
  const why = faults[code ?? ''];
  if (why) return `${place} ${why}`;
  return syscall && code ? `${place} cannot be written to: ${code}` : undefined;
}

const faults: Readonly<Record<string, string>> = {
  EACCES: 'may not be written to by the user who runs Attune',
  EPERM: 'may not be written to by the user who runs Attune',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
  EDQUOT: 'is on a full disk',
  ENOTDIR: 'is no folder',
};
