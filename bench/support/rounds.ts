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
}

export interface Sides {
  readonly floor: Started;
  readonly api: Started;
  readonly postgres: { readonly pid: number };
}

export const roundCount = 3;
/**
 * So long V8 goes on compiling what is hot, on threads of the same core: 30 us of 148 a request
 * after five seconds, 1 us after fifteen. Servers run for weeks.
 */
const warmUpSeconds = 15;

/** Warms both sides up, then measures three rounds of both in turn. */
export async function measureRounds(
  name: string,
  { floor, api, postgres }: Sides,
  plan: Omit<LoadPlan, 'port'>,
): Promise<Figure> {
  const ofFloor = (seconds: number) =>
    applyLoad({ ...plan, seconds, port: floor.port }, { server: floor.pid });
  const ofApi = (seconds: number) =>
    applyLoad({ ...plan, seconds, port: api.port }, { server: api.pid, postgres: postgres.pid });
  await ofFloor(warmUpSeconds);
  await ofApi(warmUpSeconds);
  const rounds: { floor: Measured; api: Measured }[] = [];
  for (let round = 0; round < roundCount; round += 1) {
    rounds.push({ floor: await ofFloor(plan.seconds), api: await ofApi(plan.seconds) });
  }
  const of = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure));
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
