// Asks once a second for what is new, while the page is looked at, and holds it back from readers.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { addTo, type Buffer, type Entry, emptyBuffer } from './buffer.ts';

const everyMs = 1_000;

export interface Stream {
  /** Undefined until the first answer. */
  readonly shown: readonly Entry[] | undefined;
  /** How many have come that are not shown yet. */
  readonly waiting: number;
  readonly error: unknown;
  readonly showAll: () => void;
}

/** Why what is shown stays as it is. */
interface Holding {
  readonly isPaused: boolean;
  readonly isReading: boolean;
}

/**
 * The requests and events of a site. While it is held, what is shown stays as it is; what comes
 * meanwhile is still gathered, since the server keeps little and for a short time.
 */
export function useStream(site: string, holding: Holding): Stream {
  const client = useQueryClient();
  const queryKey = [consoleApi.readLive.path, site];
  const asked = useQuery({
    queryKey,
    queryFn: async () => {
      const held = client.getQueryData<Buffer>(queryKey) ?? emptyBuffer;
      const query = held.last === undefined ? {} : { after: held.last };
      return addTo(held, await call(consoleApi.readLive, { params: { site }, query }));
    },
    refetchInterval: everyMs,
    staleTime: 0,
    // A page that is opened again begins anew: it shows what has come since then.
    gcTime: 0,
    structuralSharing: false,
  });
  const entries = asked.data?.entries;
  const frozen = useFrozen(entries, holding);
  const newest = frozen.shown?.[0]?.number ?? -1;
  const waiting = entries?.findIndex(({ number }) => number <= newest) ?? 0;
  return {
    shown: frozen.shown,
    waiting: waiting < 0 ? (entries?.length ?? 0) : waiting,
    // From the first failure: what is shown may be old by then.
    error: asked.failureReason,
    showAll: frozen.thaw,
  };
}

/** The last value from before it was held, until it is thawed. */
function useFrozen(entries: readonly Entry[] | undefined, { isPaused, isReading }: Holding) {
  const [kept, setKept] = useState(entries);
  // Of an empty list nothing is read: what comes first is shown wherever the mouse is.
  const isRead = isReading && kept?.length !== 0;
  const isThawed = kept === undefined || !(isPaused || isRead);
  if (isThawed && kept !== entries) setKept(entries);
  return { shown: isThawed ? entries : kept, thaw: () => setKept(entries) };
}
