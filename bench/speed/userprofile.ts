// GET userprofile against the floor.
import { requestText, userPlaceholder } from '../support/load.ts';
import { type Figure, figuresOf, measureRounds } from '../support/rounds.ts';
import { startApi, startFloor } from '../support/servers.ts';
import { namePersons } from '../support/shop.ts';
import { bodyOf, type TestBed } from './test-bed.ts';

const persons = 1_000;

/** Measures reading the affinity of a thousand persons, each known by an external id. */
export async function measureUserprofile(bed: TestBed, seconds: number): Promise<Figure[]> {
  await namePersons(bed.postgres.url, persons);
  const api = await startApi(bed.env);
  const path = `/v2/userprofile?cuid=${userPlaceholder}&cuidType=external&affinity=true`;
  const request = requestText({ method: 'GET', path, key: bed.key });
  const floor = await startFloor(await bodyOf(api.port, bed.key, request));
  const rounds = await measureRounds({ floor, postgres: bed.postgres, seconds }, [
    {
      name: 'userprofile',
      api,
      plan: {
        connections: 32,
        requests: [request],
        seed: 2,
        users: { count: persons, order: 'any' },
      },
    },
  ]);
  await Promise.all([floor.stop(), api.stop()]);
  return figuresOf(rounds);
}
