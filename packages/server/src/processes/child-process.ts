// One process of a node, as the primary sees it: forked, asked, told to end.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { openChannel, type Port } from './channel.ts';
import type {
  Beginning,
  ChildChannel,
  ChildRole,
  ProcessMetrics,
  ToPrimary,
  ToPrimaryQuestion,
} from './messages.ts';

/** In messages. */
export const nameOf: Readonly<Record<ChildRole, string>> = {
  api: 'an API process',
  worker: 'a worker process',
};

/** Above what a process takes to answer what is under way, and to record it. */
const endsMs = 30_000;

export interface ChildProcess {
  readonly role: ChildRole;
  readonly place: number;
  readonly pid: number;
  readonly tell: ChildChannel['tell'];
  /** Resolves with its address once it listens; '' of a worker. Rejects where it ends before. */
  readonly ready: Promise<string>;
  readonly isReady: () => boolean;
  /** Resolves when it has ended, with how it did. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Resolves when it refuses a deleted key, has ended, or has not answered for 5 s. */
  readonly forgetKey: (hash: string) => Promise<void>;
  /** What it has counted; what was last heard of it, where it does not answer. */
  readonly readMetrics: () => Promise<ProcessMetrics>;
  /** The last that was heard of them. */
  readonly lastMetrics: () => ProcessMetrics;
  /** Ends it without a failed request; after 30 s, with force. */
  readonly stop: (isReplaced: boolean) => Promise<void>;
}

interface Hearing {
  readonly onNotice: (notice: ToPrimary, from: ChildProcess) => void;
  readonly readNodeMetrics: () => Promise<string>;
  readonly onKeyForgotten: (hash: string, from: ChildProcess) => Promise<void>;
}

/** Forks a process, and tells it what to begin with. */
export function forkChild(beginning: Beginning, hearing: Hearing): ChildProcess {
  // Each accepts its connections itself: those that are handed to one that dies would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Its arguments say what it is in a list of processes.
  cluster.setupPrimary({ args: [`${beginning.role}-process`, String(beginning.place)] });
  const worker = cluster.fork();
  const ready = Promise.withResolvers<string>();
  ready.promise.catch(() => undefined);
  let isReady = false;
  let metrics: ProcessMetrics = [];
  const channel: ChildChannel = openChannel(portOf(worker), {
    onNotice: hear,
    onQuestion: async (question: ToPrimaryQuestion) => {
      if (question === 'metrics') return hearing.readNodeMetrics();
      if ('forgetKey' in question) return hearing.onKeyForgotten(question.forgetKey, self);
      metrics = question.counted;
      return undefined;
    },
  });

  function hear(notice: ToPrimary): void {
    if (notice.what === 'ready') {
      isReady = true;
      ready.resolve(notice.url);
    } else if (notice.what === 'failed') ready.reject(new Error(notice.message));
    else hearing.onNotice(notice, self);
  }

  const ended = once(worker, 'exit').then(([code, signal]) => {
    isReady = false;
    ready.reject(
      new Error(`${nameOf[beginning.role]} ended with ${signal || code} before it was ready`),
    );
    return { code: code as number | null, signal: signal as string | null };
  });
  const self: ChildProcess = {
    role: beginning.role,
    place: beginning.place,
    pid: worker.process.pid ?? 0,
    tell: channel.tell,
    ready: ready.promise,
    isReady: () => isReady,
    ended,
    async forgetKey(hash) {
      await Promise.race([ended, channel.ask({ forgetKey: hash }).catch(() => undefined)]);
    },
    async readMetrics() {
      metrics = await channel.ask('metrics').then(
        (found) => found as ProcessMetrics,
        () => metrics,
      );
      return metrics;
    },
    lastMetrics: () => metrics,
    async stop(isReplaced) {
      void channel.tell({ what: 'stop', isReplaced });
      const forcing = setTimeout(() => worker.process.kill('SIGKILL'), endsMs);
      await ended;
      clearTimeout(forcing);
    },
  };
  void channel.tell(beginning);
  return self;
}

/** One that has been killed says nothing of it before its end. */
function portOf(worker: Worker): Port {
  return {
    send: (message, sent) => (worker.isConnected() ? worker.send(message, sent) : sent(null)),
    on: (event, listener) => worker.on(event, listener),
  };
}
