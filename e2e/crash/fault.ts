// The fault of a round: which process is killed, and where.
import type { Random } from '../../packages/server/src/demo/random.ts';
import type { NatsServer } from '../../packages/server/src/features/events/collect/inbox/jetstream/nats-server.fixture.ts';
import { actorAt, type Boundary, commitBoundaries, nameOf } from './boundaries.ts';
import { type Installation, pause, rolesOf, type Topology } from './installation.ts';
import type { Role } from './nodes.ts';
import { processesOf } from './processes.ts';

export interface Fault {
  readonly name: string;
  /** Where a process is to die by itself, if that is the fault. */
  readonly boundary?: Boundary;
  /** Does it strike when an event of a day arrives that the log has no partition for? */
  readonly onNewDay?: boolean;
  /** Resolves when it has struck. */
  readonly strike: (installation: Installation) => Promise<void>;
}

/** If nothing comes by at the boundary, even on a slow machine, it is killed where it is. */
const boundaryMs = 30_000;

/** What there is to be killed beside nodes and PostgreSQL. */
interface Beside {
  readonly nats: readonly NatsServer[];
  /** How many answer in a node. */
  readonly apiProcesses: number;
}

/**
 * The fault of a turn: a boundary in every second one, each commit in order; else by chance. Where
 * events wait on NATS servers, or a node has several processes, those are killed as well.
 */
export function drawFault(
  random: Random,
  topology: Topology,
  turn: number,
  { nats, apiProcesses }: Beside,
): Fault {
  const roles = rolesOf(topology);
  if (turn % 2 === 0) {
    const met = nats.length > 0 ? commitBoundaries.filter(isOfTables) : commitBoundaries;
    const commit = met[(turn / 2) % met.length]!;
    return boundaryFault(topology, random.chance(0.75) ? commit : someBoundary(random));
  }
  const one = random.pick(roles);
  return random.pick([
    ...(nats.length > 0 ? [natsFault(random, nats)] : []),
    ...(apiProcesses > 1 ? [processFault(random, one)] : []),
    { name: one, strike: ({ kill }) => kill(one) },
    { name: 'postgres', strike: ({ killPostgres }) => killPostgres() },
    { name: 'backend', strike: async (at) => killBackend(random, at) },
    { name: 'everything', strike: ({ killAll }) => killAll() },
    {
      name: `${one}, then postgres`,
      strike: async ({ kill, killPostgres }) => {
        await kill(one);
        await pause(random.between(0, 300));
        await killPostgres();
      },
    },
    {
      name: `postgres, then ${one}`,
      strike: async ({ kill, killPostgres }) => {
        await killPostgres();
        await pause(random.between(0, 300));
        await kill(one);
      },
    },
  ] satisfies Fault[]);
}

/** With a stream, accepting events is no transaction of PostgreSQL. */
const isOfTables = ({ kind }: Boundary) => kind !== 'accept';

/** The node replaces it. */
function processFault(random: Random, role: Role): Fault {
  return {
    name: `a process of ${role}`,
    async strike({ replaceable }) {
      process.kill(random.pick(replaceable(role)), 'SIGKILL');
    },
  };
}

function natsFault(random: Random, nats: readonly NatsServer[]): Fault {
  const at = random.between(0, nats.length - 1);
  const { kill, start } = nats[at]!;
  return {
    name: `nats server ${at + 1}`,
    async strike() {
      await kill();
      await pause(random.between(0, 1_000));
      await start();
    },
  };
}

function someBoundary(random: Random): Boundary {
  const moment = random.pick(['before', 'sent', 'answered'] as const);
  const kind = random.pick(['fold', 'fold', 'erasure'] as const);
  return { kind, statement: random.between(4, 14), moment };
}

function boundaryFault(topology: Topology, boundary: Boundary): Fault {
  const role = topology === 'start' ? 'start' : actorAt(boundary);
  return {
    name: `${role} at ${nameOf(boundary)}`,
    boundary,
    onNewDay: boundary.kind === 'day',
    async strike(installation) {
      installation.arm(role, boundary);
      const end = Date.now() + boundaryMs;
      const isAwaited = () => installation.running.has(role) && !installation.hasDeath();
      while (isAwaited() && Date.now() < end) await pause(10);
      // One of several is replaced, and may go on.
      const isReplaced = installation.hasDeath() && installation.replaceable(role).length > 0;
      if (isReplaced) installation.arm(role, null);
      else await installation.kill(role);
    },
  };
}

/** A backend that dies takes every session with it: PostgreSQL recovers as from a crash. */
function killBackend(random: Random, installation: Installation): void {
  const cluster = installation.cluster();
  const others = cluster ? processesOf(cluster.folder).filter((pid) => pid !== cluster.pid) : [];
  if (others.length > 0) process.kill(random.pick(others), 'SIGKILL');
}
