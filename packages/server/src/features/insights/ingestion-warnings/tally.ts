// Counts what was passed over in memory, by key, kind and place; bounded, whatever is sent.
import type { PassedOver } from '../../../passed-over.ts';
import { placeOf, sampleOf } from './sample.ts';

/** A request of which something was passed over. */
export interface Observed {
  readonly siteId: number;
  readonly keyId: number;
  readonly endpoint: string;
  readonly traceId: string;
  readonly body: unknown;
  readonly passedOver: readonly PassedOver[];
}

export interface Counted {
  readonly siteId: number;
  readonly keyId: number;
  /** UTC: `2026-11-21`. */
  readonly day: string;
  readonly code: string;
  readonly endpoint: string;
  readonly place: string;
  readonly detail: string;
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly firstAt: number;
  readonly lastAt: number;
  readonly samples: readonly string[];
  readonly traceId: string;
}

export interface Tally {
  readonly note: (observed: Observed) => void;
  /** What was counted since the last call. */
  readonly take: () => Counted[];
  /** Adds what could not be recorded; the next call returns it with the rest. */
  readonly giveBack: (counted: readonly Counted[]) => void;
}

const samplesMax = 3;
/** Of a key between two takings; further kinds are counted together. */
const kindsMax = 200;
/** Of one request: a batch may have thousands. */
const notedMax = 100;
const elsewhere = '…';

/** Begins with nothing. */
export function createTally(now: () => number): Tally {
  let counts = new Map<string, Counted>();
  const kindsOf = new Map<number, number>();

  function add(one: Counted): void {
    const key = JSON.stringify([one.keyId, one.day, one.code, one.endpoint, one.place]);
    const known = counts.get(key);
    if (known) {
      const samples = [...new Set([...one.samples, ...known.samples])].slice(0, samplesMax);
      counts.set(key, {
        ...{ ...one, samples, count: known.count + one.count },
        firstAt: Math.min(known.firstAt, one.firstAt),
        lastAt: Math.max(known.lastAt, one.lastAt),
      });
      return;
    }
    const kinds = kindsOf.get(one.keyId) ?? 0;
    if (kinds >= kindsMax && one.place !== elsewhere) {
      add({ ...one, place: elsewhere, samples: [] });
      return;
    }
    kindsOf.set(one.keyId, kinds + 1);
    counts.set(key, one);
  }

  return {
    note({ siteId, keyId, endpoint, traceId, body, passedOver }) {
      const at = now();
      const day = new Date(at).toISOString().slice(0, 10);
      for (const { code, pointer, detail } of passedOver.slice(0, notedMax)) {
        const sample = sampleOf(body, pointer);
        add({
          ...{ siteId, keyId, day, code, endpoint, place: placeOf(pointer), detail },
          ...{ count: 1, firstAt: at, lastAt: at, traceId },
          samples: sample === undefined ? [] : [sample],
        });
      }
    },
    take() {
      const counted = [...counts.values()];
      counts = new Map();
      kindsOf.clear();
      return counted;
    },
    giveBack(counted) {
      for (const one of counted) add(one);
    },
  };
}
