// Collect against a floor of its own: one connection that does nothing but insert batches.
import { applyLoad, median, requestText, userPlaceholder } from '../support/load.ts';
import { roundCount } from '../support/rounds.ts';
import { insertFloor, startApi } from '../support/servers.ts';
import { checkpoint } from '../support/shop.ts';
import type { TestBed } from './test-bed.ts';

/** Events a second; `ratio` is that of the medians' rounds. */
export interface CollectFigure {
  readonly name: string;
  readonly perRequest: number;
  readonly floor: number;
  readonly measured: number;
  readonly ratio: number;
  readonly cpuMicros: number;
  /** Requests, in all rounds. */
  readonly refused: number;
}

interface Round {
  readonly floor: number;
  readonly measured: number;
  readonly cpu: number;
  readonly refused: number;
}

/** Measures collect with 1, 10 and 100 events a request. */
export async function measureCollect(bed: TestBed, seconds: number): Promise<CollectFigure[]> {
  await checkpoint(bed.postgres.url);
  const api = await startApi(bed.env);
  const figures: CollectFigure[] = [];
  for (const perRequest of [1, 10, 100]) {
    const plan = {
      connections: 64,
      requests: [collectRequest(bed.key, perRequest)],
      seconds,
      seed: 3,
      users: { count: 100_000, order: 'any' as const },
      port: api.port,
      // Where a commit has to wait for the disk for longer than patience lasts.
      mayBeRefused: true,
    };
    await applyLoad({ ...plan, seconds: 3 }, {});
    const rounds: Round[] = [];
    for (let round = 0; round < roundCount; round += 1) {
      const floor = await insertFloor(bed.postgres.url, seconds);
      const load = await applyLoad(plan, { server: api.pid, postgres: bed.postgres.pid });
      const cpu = (load.cpuMicros['server'] ?? 0) + (load.cpuMicros['postgres'] ?? 0);
      const taken = perRequest * (load.requests - load.failed);
      const cpuOfEvent = (cpu * load.requests) / taken;
      rounds.push({ floor, measured: taken / load.seconds, cpu: cpuOfEvent, refused: load.failed });
    }
    const figure = {
      name: `collect, ${perRequest} event${perRequest > 1 ? 's' : ''} a request`,
      perRequest,
      floor: median(rounds.map(({ floor }) => floor)),
      measured: median(rounds.map(({ measured }) => measured)),
      ratio: median(rounds.map(({ floor, measured }) => measured / floor)),
      cpuMicros: median(rounds.map(({ cpu }) => cpu)),
      refused: rounds.reduce((sum, { refused }) => sum + refused, 0),
    };
    console.error(`${figure.name}: ${figure.ratio.toFixed(2)} of the floor`);
    figures.push(figure);
  }
  await api.stop();
  return figures;
}

function collectRequest(key: string, count: number): string {
  const events = Array.from({ length: count }, (_, at) => ({
    name: 'Product page',
    properties: { svcType: 'product-view-v1', productId: `sku-${at}` },
  }));
  const user = { svcid_server: userPlaceholder };
  const session = { svc: 'f'.repeat(32) };
  return requestText(
    { method: 'POST', path: '/v2/collect/user/event', key },
    { user, session, events },
  );
}
