// What is wrong by the figures of the status page, and what to do about each.
import type { StatusOutput } from '@attune/contract';
import { sayDuration } from './labels.ts';

type Status = StatusOutput;
type Node = Status['nodes'][number];

export interface StatusProblem {
  readonly title: string;
  /** Why it matters, and what to do. */
  readonly advice: string;
  /** A page of the site that shows more. */
  readonly page?: { readonly to: string; readonly title: string };
}

/** Events wait for longer than that where no worker runs, or none keeps up. */
const lateMs = 10_000;
/** Nodes report every 5 s. */
const silentMs = 15_000;

/** The time of the newest report, whatever this machine's clock says. */
export const reportedMs = ({ nodes }: Status) =>
  Math.max(...nodes.map(({ seenAt }) => Date.parse(seenAt)));

export const isSilent = ({ seenAt }: Pick<Node, 'seenAt'>, nowMs: number) =>
  nowMs - Date.parse(seenAt) > silentMs;

const count = new Intl.NumberFormat('en');
const say = (number: number, one: string, more = `${one}s`) =>
  `${count.format(number)} ${number === 1 ? one : more}`;

/** The most urgent first. */
export function problemsOf(status: Status): readonly StatusProblem[] {
  return [
    ...ofNodes(status),
    ...ofWorker(status),
    ...ofModels(status),
    ...ofMemory(status),
    ...ofExport(status),
  ];
}

function ofNodes(status: Status): StatusProblem[] {
  const nowMs = reportedMs(status);
  const silent = status.nodes.filter((node) => isSilent(node, nowMs));
  const behind = status.nodes.filter(
    (node) => !isSilent(node, nowMs) && (node.revision ?? 0) < status.revision,
  );
  const problems: StatusProblem[] = [];
  if (!status.nodes.some((node) => node.roles.includes('worker') && !isSilent(node, nowMs))) {
    problems.push({
      title: 'No worker is running',
      advice: 'Events are stored, but profiles and reports stand still. Start one: attune worker.',
    });
  }
  if (silent.length > 0) {
    problems.push({
      title: `${say(silent.length, 'node')} stopped reporting`,
      advice: `Check whether ${silent.map(({ node }) => node).join(', ')} still runs and reaches the database.`,
    });
  }
  if (behind.length > 0) {
    problems.push({
      title: `${say(behind.length, 'node')} still use${behind.length === 1 ? 's' : ''} old settings`,
      advice: 'Nodes follow within a second. If this stays, restart the node.',
    });
  }
  return problems;
}

function ofWorker({ worker }: Status): StatusProblem[] {
  const problems: StatusProblem[] = [];
  if ((worker.oldestMs ?? 0) > lateMs) {
    problems.push({
      title: `Events have been waiting for ${sayDuration(worker.oldestMs ?? 0)}`,
      advice: 'Profiles and reports are behind. If this number grows, start another worker.',
    });
  }
  if (worker.setAside > 0) {
    problems.push({
      title: `${say(worker.setAside, 'event')} could not be processed`,
      advice:
        'The table rejected_entry says why. After fixing the cause, run: attune events retry.',
    });
  }
  return problems;
}

function ofModels({ models }: Status): StatusProblem[] {
  const page = { to: 'strategies?show=models', title: 'View models' };
  const problems: StatusProblem[] = [];
  if (models.failed > 0) {
    problems.push({
      title: `${say(models.failed, 'recommendation model')} failed to build`,
      advice: 'Strategies keep using the last good model. The list of models says why it failed.',
      page,
    });
  }
  if (models.overdue > 0) {
    problems.push({
      title: `${say(models.overdue, 'recommendation model')} overdue`,
      advice: `The oldest has been due for ${sayDuration(models.longestMs)}. Check that a worker runs.`,
      page,
    });
  }
  if (models.waiting > 0) {
    const { waiting, cpu } = models;
    const budget = sayDuration(cpu.budgetMs);
    problems.push({
      title: `${say(waiting, 'recommendation model')} will be rebuilt tomorrow`,
      advice:
        `Models and evaluations have used the ${budget} of processor time that they may take a ` +
        'day (UTC). Strategies keep using the last good models. ' +
        'Set MODEL_CPU_BUDGET higher to allow more.',
      page,
    });
  }
  return problems;
}

function ofExport({ nightlyExport: { isOn, target, failure } }: Status): StatusProblem[] {
  if (!isOn) return [];
  const page = { to: 'site#nightly-export', title: 'View settings' };
  if (!target) {
    const advice =
      'Files for the data warehouse get old. Set EXPORT_TO on every node, or turn the export off.';
    return [{ title: 'Nightly export has no target', advice, page }];
  }
  if (!failure) return [];
  const advice = `${failure.reason}. It is tried again, and what is missing is made up.`;
  return [{ title: 'The nightly export failed', advice, page }];
}

function ofMemory({ memory: { feeds, models } }: Status): StatusProblem[] {
  const problems: StatusProblem[] = [];
  if (feeds.tooLarge > 0 || feeds.evicted > 0) {
    problems.push({
      title: 'Feeds do not fit into memory',
      advice: 'The first recommendation of a site may be slow. Set FEED_MEMORY higher.',
    });
  }
  if (models.evicted > 0) {
    problems.push({
      title: 'Recommendation models do not fit into memory',
      advice: 'The first recommendation of a strategy may be slow. Set MODEL_CACHE higher.',
    });
  }
  return problems;
}
