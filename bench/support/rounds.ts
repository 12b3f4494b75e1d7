// Rounds of a floor and what is measured against it, in turn, and the medians of both.
import { applyLoad, type LoadPlan, type Measured, median } from './load.ts';
import type { Started } from './servers.ts';

/** A line of a report: what was measured, as ratios to the floor of the same run. */
export interface Figure {
  readonly name: string;
  /** Requests a second. */
  readonly floor: number;
  readonly measured: number;
  /** Of the throughputs, and of the processor time a request: 1 is as fast as the floor. */
  readonly ratio: number;
  readonly cpuRatio: number;
  /** Processor microseconds a request. */
  readonly floorCpu: number;
  readonly serverCpu: number;
  readonly postgresCpu: number;
  readonly p99Ms: number;
  /** Of the server and PostgreSQL together, by round. */
  readonly cpuByRound: readonly number[];
}

/** What is measured: a server, and what it is asked. */
export interface Subject {
  readonly name: string;
  readonly api: Started;
  readonly plan: Omit<LoadPlan, 'port' | 'seconds'>;
}

export interface Sides {
  readonly floor: Started;
  readonly postgres: { readonly pid: number };
  /** Of each side in each round. */
  readonly seconds: number;
}

export const roundCount = 3;
/**
 * So long V8 goes on compiling what is hot, on threads of the same core: 30 us of 148 a request
 * after five seconds, 1 us after fifteen. Servers run for weeks.
 */
const warmUpSeconds = 15;
/**
 * In a round all sides have their turns, again and again: shared machines change their speed for
 * longer than that, and whatever is compared is to have had its part of it.
 */
const turnSeconds = 2;

/** What the floor did in a round, and each subject by its name. */
export interface Round {
  readonly floor: Measured;
  readonly of: ReadonlyMap<string, Measured>;
}

/** Warms all sides up, then measures rounds of the floor and the subjects in turn. */
export async function measureRounds(
  { floor, postgres, seconds }: Sides,
  subjects: readonly [Subject, ...Subject[]],
  count = roundCount,
): Promise<Round[]> {
  const ofFloor = (span: number) =>
    applyLoad({ ...subjects[0].plan, seconds: span, port: floor.port }, { server: floor.pid });
  const ofSubject = ({ api, plan }: Subject, span: number) => {
    const processes = { server: api.pid, postgres: postgres.pid };
    return applyLoad({ ...plan, seconds: span, port: api.port }, processes);
  };
  await ofFloor(warmUpSeconds);
  for (const one of subjects) await ofSubject(one, warmUpSeconds);
  const turns = Math.ceil(seconds / turnSeconds);
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    const floors: Measured[] = [];
    const loads = new Map(subjects.map((one): [Subject, Measured[]] => [one, []]));
    for (let turn = 0; turn < turns; turn += 1) {
      floors.push(await ofFloor(seconds / turns));
      for (const [one, turnsOf] of loads) turnsOf.push(await ofSubject(one, seconds / turns));
    }
    const of = new Map([...loads].map(([{ name }, turnsOf]) => [name, totalOf(turnsOf)]));
    rounds.push({ floor: totalOf(floors), of });
  }
  return rounds;
}

/** Of each subject the medians of rounds. */
export function figuresOf(rounds: readonly Round[]): Figure[] {
  const names = [...(rounds[0]?.of.keys() ?? [])];
  return names.map((name) =>
    figureOf(
      name,
      rounds.map(({ floor, of }) => ({ floor, api: of.get(name)! })),
    ),
  );
}

/** Turns as one load; of the 99th percentiles, the median one. */
function totalOf(turns: readonly Measured[]): Measured {
  const sum = (figure: (turn: Measured) => number) =>
    turns.reduce((total, turn) => total + figure(turn), 0);
  const [requests, seconds] = [sum((turn) => turn.requests), sum((turn) => turn.seconds)];
  const cpuOf = (name: string) =>
    sum((turn) => turn.requests * (turn.cpuMicros[name] ?? 0)) / requests;
  const names = Object.keys(turns[0]?.cpuMicros ?? {});
  return {
    requests,
    seconds,
    failed: sum((turn) => turn.failed),
    p50Ms: median(turns.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(turns.map(({ p99Ms }) => p99Ms)),
    perSecond: requests / seconds,
    cpuMicros: Object.fromEntries(names.map((name) => [name, cpuOf(name)])),
  };
}

interface Pair {
  readonly floor: Measured;
  readonly api: Measured;
}

function figureOf(name: string, rounds: readonly Pair[]): Figure {
  const of = (figure: (round: Pair) => number) => median(rounds.map(figure));
  const cpu = ({ cpuMicros }: Measured) =>
    (cpuMicros['server'] ?? 0) + (cpuMicros['postgres'] ?? 0);
  const figure: Figure = {
    name,
    floor: of((round) => round.floor.perSecond),
    measured: of((round) => round.api.perSecond),
    ratio: of((round) => round.api.perSecond / round.floor.perSecond),
    cpuRatio: of((round) => cpu(round.floor) / cpu(round.api)),
    floorCpu: of((round) => cpu(round.floor)),
    serverCpu: of((round) => round.api.cpuMicros['server'] ?? 0),
    postgresCpu: of((round) => round.api.cpuMicros['postgres'] ?? 0),
    p99Ms: of((round) => round.api.p99Ms),
    cpuByRound: rounds.map((round) => cpu(round.api)),
  };
  console.error(figureLine(figure));
  return figure;
}

function figureLine({ name, ratio, cpuRatio, floorCpu, serverCpu, postgresCpu }: Figure): string {
  const micros = [floorCpu, serverCpu, postgresCpu].map((one) => one.toFixed(1)).join(' / ');
  return `${name}: ${ratio.toFixed(2)} of the floor (by CPU ${cpuRatio.toFixed(2)}; ${micros} us)`;
}

/** Figures as a table of a report. */
export function figureTable(figures: readonly Figure[]): string {
  const head = [
    '| what | of the floor | by CPU time | requests/s | floor/s | CPU us: floor | server | PostgreSQL | p99 ms |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ];
  const rows = figures.map((one) => {
    const cells = [
      one.name,
      `**${one.ratio.toFixed(2)}**`,
      one.cpuRatio.toFixed(2),
      String(Math.round(one.measured)),
      String(Math.round(one.floor)),
      one.floorCpu.toFixed(1),
      one.serverCpu.toFixed(1),
      one.postgresCpu.toFixed(1),
      one.p99Ms.toFixed(1),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [...head, ...rows].join('\n');
}
