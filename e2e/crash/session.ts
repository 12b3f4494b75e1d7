// An installation with a site, the load on it, and everything that is compared afterwards.
import { join } from 'node:path';
import { type Random, seededRandom } from '../../packages/server/src/demo/random.ts';
import type { Environment } from '../support/attune.ts';
import { atEnd } from '../support/cleanup.ts';
import { sender } from './api.ts';
import { waitUntilAtRest } from './at-rest.ts';
import { type Installation, pause } from './installation.ts';
import { attributePart } from './load/attributes.ts';
import { erasurePart } from './load/erasures.ts';
import { eventPart } from './load/events.ts';
import { feedPart, feeds } from './load/feeds.ts';
import { keyPart } from './load/keys.ts';
import { type Look, listed, type Part } from './load/part.ts';
import { openPeople } from './load/people.ts';
import { campaign, visitPart } from './load/visits.ts';
import { type Operator, openOperator } from './operator.ts';
import { untilAnswering, untilWorking } from './ready.ts';

export interface Session {
  readonly random: Random;
  readonly installation: Installation;
  readonly operator: Operator;
  /** The same site and ledger, on another installation. */
  readonly move: (to: Installation) => void;
  /** Loads the installation until it is stopped; resolves when nothing is under way. */
  readonly load: () => { readonly stop: () => Promise<void> };
  /** Waits until what was accepted is done, and compares; what was lost, a line each. */
  readonly compare: (whole?: boolean) => Promise<string[]>;
  readonly nextRound: () => void;
  /** Answers with a 500 up to now were to be expected. */
  readonly forgive: () => void;
  /** The next event is of a day that no event was of. */
  readonly tellOfNewDay: () => void;
  readonly counts: () => Record<string, number>;
  /** The key that the load is sent with. */
  readonly key: string;
  readonly send: ReturnType<typeof sender>;
}

const permissions = ['serve', 'collect', 'feed', 'userprofile', 'userdata', 'manage'] as const;
/** Between two requests of a lane: the load is to be mixed, not heavy. */
const gapMs = 10;

/** In days: before any event of a demo site. */
const longAgo = 400;

export interface SessionOptions {
  /** Of the database, where it is not the installation's own. */
  readonly databaseUrl?: string;
  /** The installation's settings that an operator needs as well. */
  readonly env?: Environment;
}

/** Makes the site of a running installation, and what its load needs. */
export async function openSession(
  seed: string,
  first: Installation,
  options: SessionOptions = {},
): Promise<Session> {
  let installation = first;
  const { folder, secret } = installation;
  const url = () => options.databaseUrl ?? requireCluster(installation).url;
  const operator = openOperator(
    { folder: join(folder, 'operator'), secret, env: options.env },
    url,
  );
  atEnd(operator.close);
  const siteId = await operator.createSite();
  const { value: key } = await operator.createKey('harness', permissions);
  const random = seededRandom(`${seed} load`);
  const faults = new Set<string>();
  const onFault = (fault: string) => faults.add(fault);
  const send = sender(
    () => installation.url(),
    () => key,
    onFault,
  );
  await prepare(send);
  let round = 0;
  let days = longAgo;
  let isNewDayWanted = false;
  const daysAgo = () => {
    if (!isNewDayWanted) return random.between(0, 3);
    isNewDayWanted = false;
    days += 1;
    return days;
  };
  const setting = { random, send, round: () => round, daysAgo, onFault };
  const people = openPeople(random);
  const parts: readonly Part[] = [
    eventPart(setting, people),
    erasurePart(setting, people),
    feedPart(setting),
    keyPart(setting, operator),
    visitPart(setting, people),
    attributePart(setting),
  ];

  return {
    ...{ random, installation, operator, key, send },
    move: (to) => {
      installation = to;
    },
    load: () => startLoad(parts, random, () => installation.url() !== undefined),
    forgive: () => faults.clear(),
    nextRound: () => {
      round += 1;
    },
    tellOfNewDay: () => {
      isNewDayWanted = true;
    },
    counts: () => Object.assign({}, ...parts.map((part) => part.counts())),
    async compare(whole = false) {
      await untilWorking(send);
      const db = await untilAnswering(operator);
      const losses = await waitUntilAtRest(db, operator.waiting);
      const look: Look = { db, siteId, send, whole };
      for (const part of parts) losses.push(...(await part.losses(look)));
      losses.push(...(await profilesThatDiffer(look, operator.rebuild)));
      losses.push(...faults);
      faults.clear();
      return losses;
    },
  };
}

function requireCluster(installation: Installation) {
  const cluster = installation.cluster();
  if (!cluster) throw new Error('PostgreSQL does not run');
  return cluster;
}

async function prepare(send: Session['send']): Promise<void> {
  for (const { id, name } of feeds) {
    await send('POST', '/v2/feeds', { body: { id, name, affinity: ['color'] } });
  }
  const made = await send('POST', '/v2/campaigns', { body: campaign });
  if (made.is !== 'acknowledged') throw new Error('the campaign could not be made');
  const { id } = made.body as { id: number };
  await send('POST', `/v2/campaigns/${id}/publish`);
}

function startLoad(parts: readonly Part[], random: Random, isUp: () => boolean) {
  let stopped = false;
  async function lane(part: Part, number: number): Promise<void> {
    while (!stopped) {
      // What is not acknowledged stays in doubt in the part's ledger.
      if (isUp()) await part.act(number).catch(() => undefined);
      await pause(random.between(1, 2 * gapMs));
    }
  }
  const running = Promise.all(
    parts.flatMap((part) => Array.from({ length: part.lanes }, (_, at) => lane(part, at))),
  );
  return {
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}

/** What is left of an erased person has another id, and is in no profile. */
const isTold = `id ~ '^(event-|purchase:|refund:)'`;

/** Profiles that a rebuild changes: of the whole site, or of people with recent events. */
async function profilesThatDiffer(
  { db, siteId, whole }: Look,
  rebuild: (userIds: readonly string[]) => Promise<readonly string[]>,
): Promise<string[]> {
  const { rows } = await db.query<{ user_id: string }>(
    whole
      ? `select user_id from profile where site_id = $1
         union select user_id from event where site_id = $1 and ${isTold}`
      : `select user_id from event where site_id = $1 and ${isTold}
         group by user_id order by max(xmin::text::bigint) desc limit 100`,
    [siteId],
  );
  const changed: string[] = [];
  for (let at = 0; at < rows.length; at += 200) {
    changed.push(...(await rebuild(rows.slice(at, at + 200).map(({ user_id }) => user_id))));
  }
  return listed('profiles that a rebuild changes', changed);
}
