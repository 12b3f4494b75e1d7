// A process's end of what it shares with the node: each notice goes through the primary.
import { type BackgroundWork, createBackgroundWork } from '../background.ts';
import { nodeBuckets, type Take } from '../buckets.ts';
import { type Live, type LiveView, liveView } from '../log/live.ts';
import { openChannel, type Port } from './channel.ts';
import type {
  Beginning,
  PrimaryChannel,
  ProcessMetrics,
  ToChild,
  ToChildQuestion,
  ToPrimaryQuestion,
} from './messages.ts';
import type { NodeState } from './node-state.ts';

/** How soon the primary knows that pages are requested, for what yields to them. */
const pagesMs = 50;

export interface Link {
  readonly beginning: Beginning;
  readonly state: NodeState;
  readonly tell: PrimaryChannel['tell'];
  /** The last thing that it does: what it has counted still counts. */
  readonly leaveCounts: () => Promise<void>;
  /** The metrics of the whole node, in Prometheus' form. */
  readonly readMetrics: () => Promise<string>;
  /** Is the node about to stop? */
  readonly isNodeLeaving: () => boolean;
  /** Resolves when this process is to end. */
  readonly stopped: Promise<void>;
  /** Sets what is done when the primary asks for it. */
  readonly on: (orders: Orders) => void;
}

/** What a process does for the primary. */
export interface Orders {
  readonly metrics: () => Promise<ProcessMetrics>;
  /** From now on each answer is the last one of its connection. */
  readonly drain?: () => void;
}

/** By what a notice says, what to do. */
type Handlers = {
  readonly [W in ToChild['what']]: (notice: Extract<ToChild, { readonly what: W }>) => void;
};

/** Resolves when the primary has said what to begin with. */
export async function openLink(port: Port): Promise<Link> {
  const begun = Promise.withResolvers<Beginning>();
  const stopped = Promise.withResolvers<void>();
  const live = liveView(Date.now);
  const background = createBackgroundWork();
  const buckets = nodeBuckets(gather((taken) => tell({ what: 'taken', taken })));
  let forgetKey: (hash: string) => Promise<void> = async () => undefined;
  let orders: Orders | undefined;
  let isLeaving = false;
  const counted = async () => (await orders?.metrics()) ?? [];
  const handlers: Handlers = {
    begin(beginning) {
      buckets.apply(beginning.taken);
      begun.resolve(beginning);
    },
    taken: ({ taken }) => buckets.apply(taken),
    watch: ({ siteId }) => void live.watch(siteId),
    pages: ({ count }) => background.pageRequested(count),
    entry: ({ siteId, entry }) => live.keep(siteId, entry),
    drain() {
      isLeaving = true;
      orders?.drain?.();
    },
    stop({ isReplaced }) {
      isLeaving ||= !isReplaced;
      stopped.resolve();
    },
  };
  const { tell, ask }: PrimaryChannel = openChannel(port, {
    onNotice: (notice: ToChild) => handlers[notice.what](notice as never),
    onQuestion: (question: ToChildQuestion): Promise<unknown> =>
      question === 'metrics' ? counted() : forgetKey(question.forgetKey),
  });
  /** Resolves as well where the primary does not answer. */
  const asked = (question: ToPrimaryQuestion) =>
    ask(question).then(
      () => undefined,
      () => undefined,
    );
  const state: NodeState = {
    live: linkedLive(live, tell),
    buckets,
    background: linkedBackground(background, tell),
    keyForgotten: (hash) => asked({ forgetKey: hash }),
    onKeyForgotten: (forget) => {
      forgetKey = forget;
    },
  };
  return {
    beginning: await begun.promise,
    state,
    tell,
    leaveCounts: async () => asked({ counted: await counted() }),
    readMetrics: async () => String(await ask('metrics')),
    isNodeLeaving: () => isLeaving,
    stopped: stopped.promise,
    on: (given) => {
      orders = given;
    },
  };
}

type Tell = PrimaryChannel['tell'];

/** Takes of one turn of the event loop are one message. */
function gather(tell: (taken: readonly Take[]) => void): (one: Take) => void {
  let taken: Take[] = [];
  return (one) => {
    if (taken.push(one) > 1) return;
    setImmediate(() => {
      tell(taken);
      taken = [];
    });
  };
}

/** A view of what all processes have seen: the primary numbers it, and gives it to each. */
function linkedLive({ isWatched, watch }: LiveView, tell: Tell): Live {
  return {
    isWatched,
    note(siteId, record) {
      if (isWatched(siteId)) void tell({ what: 'seen', siteId, record });
    },
    watch(siteId) {
      void tell({ what: 'watch', siteId });
      return watch(siteId);
    },
  };
}

/** Background work that yields to the pages of this process, and tells of them. */
function linkedBackground(background: BackgroundWork, tell: Tell): BackgroundWork {
  let untold = 0;
  const tellUntold = () => {
    void tell({ what: 'pages', count: untold });
    untold = 0;
  };
  return {
    ...background,
    pageRequested(count = 1) {
      background.pageRequested(count);
      if (untold === 0) setTimeout(tellUntold, pagesMs).unref();
      untold += count;
    },
  };
}
