// What every scenario is given, and how one is run: load, a fault, recovery, a full comparison.
import {
  type Installation,
  type InstallationOptions,
  openInstallation,
  pause,
  type Topology,
} from '../installation.ts';
import { ready } from '../ready.ts';
import { openSession, type Session, type SessionOptions } from '../session.ts';

export interface ScenarioRun {
  readonly seed: string;
  /** Shorter pauses, for the suite. */
  readonly short: boolean;
}

export interface Scenario {
  readonly name: string;
  readonly promise: string;
  /** Why this machine does not allow it. */
  readonly obstacle?: () => string | undefined;
  /** What was lost or went wrong, a line each. */
  readonly run: (trial: ScenarioRun) => Promise<string[]>;
}

export interface Course extends InstallationOptions, SessionOptions {
  /** What goes wrong, under load. Resolves with what should not have happened then. */
  readonly fault: (session: Session, installation: Installation) => Promise<string[] | undefined>;
}

const topology: Topology = 'api+worker';
const beforeMs = 700;
const afterMs = 500;

/** Load before, during and after the fault; then everything is compared by id. */
export async function runCourse(seed: string, { fault, ...options }: Course): Promise<string[]> {
  const installation = await openInstallation(options);
  await installation.ensure(topology);
  const session = await openSession(seed, installation, options);
  session.nextRound();
  const load = session.load();
  const faults: string[] = [];
  try {
    await pause(beforeMs);
    faults.push(...((await fault(session, installation)) ?? []));
    await installation.ensure(topology);
    await ready(installation);
    await pause(afterMs);
  } catch (error) {
    const said = installation.said().slice(-10).join('\n');
    throw new Error(`${(error as Error).message}; the processes said last:\n${said}`);
  } finally {
    await load.stop();
  }
  faults.push(...(await session.compare(true)));
  await installation.stop();
  return faults.length === 0 ? [] : [...faults, ...complaints(installation)];
}

/** Errors that the processes logged, to find the reason. */
function complaints(installation: Installation): string[] {
  const errors = installation.said().filter((line) => line.includes('"level":"error"'));
  return errors.slice(-5).map((line) => line.slice(0, 1_500));
}

/** Choose goes on whatever happens to the database: a line when it does not. */
export async function chooses({ send }: Session, when: string): Promise<string[]> {
  const began = performance.now();
  const { is } = await send('POST', '/v2/serve/user/choose', {
    body: { user: { id: '7' }, selector: { names: ['hero'] } },
  });
  const ms = Math.round(performance.now() - began);
  if (is !== 'acknowledged') return [`choose was ${is} ${when}`];
  return ms > 2_000 ? [`choose took ${ms} ms ${when}`] : [];
}
