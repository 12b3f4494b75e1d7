// How fast the service is, against floors that are measured in the same run.
//
// Run from the project's root: npm run bench [-- choose users userprofile collect] [--seconds N]
// Each part has a report of its own, written as soon as it is measured.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCampaigns, measureUsers } from './speed/choose.ts';
import { type CollectFigure, measureCollect } from './speed/collect.ts';
import { makeTestBed, type TestBed } from './speed/test-bed.ts';
import { measureUserprofile } from './speed/userprofile.ts';
import { median } from './support/load.ts';
import { machineName } from './support/machine.ts';
import { type Figure, figureTable, roundCount } from './support/rounds.ts';

interface Part {
  readonly title: string;
  /** What was measured, against which floor. */
  readonly about: string;
  readonly measure: (bed: TestBed, seconds: number) => Promise<string>;
}

const bare =
  'The floor is a bare `node:http` server that reads and parses the same bodies and\nanswers the same bytes.';
const asked = `Users and selectors vary from request to request; each choose asks for three selectors, half of
the campaigns fail at the last of their four conditions, profiles are of 2 KB and in memory, and
exposures are recorded in PostgreSQL. Each round has nodes of its own.`;

const parts: Readonly<Record<string, Part>> = {
  choose: {
    title: 'How fast is choose, and over numbers of campaigns?',
    about: `${bare} ${asked}`,
    measure: async (bed, seconds) => flatReport(await measureCampaigns(bed, seconds)),
  },
  users: {
    title: 'Is choose as fast with a million users?',
    about: `${bare} ${asked}`,
    measure: async (bed, seconds) => flatReport(await measureUsers(bed, seconds)),
  },
  userprofile: {
    title: 'How fast is userprofile?',
    about: `${bare} Users vary from request to request.`,
    measure: async (bed, seconds) => figureTable(await measureUserprofile(bed, seconds)),
  },
  collect: {
    title: 'How fast is collect?',
    about: `The floor is one connection that inserts the same events in batches of 500, a commit each. Workers are
not part of it: they run elsewhere. What was refused, since a commit had to wait, is no part of what was taken.`,
    measure: async (bed, seconds) => collectTable(await measureCollect(bed, seconds)),
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '10' } },
});
const seconds = Number(values.seconds);
const all = Object.keys(parts);
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0 || !(seconds > 0)) {
  console.error(`usage: npm run bench [-- ${all.join(' ')}] [--seconds N]`);
  process.exit(2);
}

const bed = await makeTestBed();
try {
  for (const [name, part] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const report = reportOf(name, part, await part.measure(bed, seconds));
    console.log(report);
    writeFileSync(join(import.meta.dirname, `results/${name}.md`), report);
  }
} finally {
  await bed.postgres.stop();
}
process.exit(0);

function flatReport(figures: readonly Figure[]): string {
  const byRound = Array.from({ length: roundCount }, (_, round) => {
    const costs = figures.map(({ cpuByRound }) => cpuByRound[round]!);
    return Math.max(...costs) / Math.min(...costs);
  });
  const shown = byRound.map((one) => one.toFixed(2)).join(', ');
  return `${figureTable(figures)}

The dearest costs **${median(byRound).toFixed(2)} x** (${shown}) as much as the cheapest: the median of the rounds, by CPU of the
server and PostgreSQL.`;
}

function collectTable(figures: readonly CollectFigure[]): string {
  const rows = figures.map(
    ({ name, ratio, measured, floor, cpuMicros, refused }) =>
      `| ${name} | **${ratio.toFixed(2)}** | ${Math.round(measured)} | ${Math.round(floor)} | ${cpuMicros.toFixed(1)} | ${refused} |`,
  );
  return [
    '| what | of the floor | events/s | floor/s | CPU us an event, server and PostgreSQL | requests refused |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function reportOf(name: string, { title, about }: Part, found: string): string {
  const date = new Date().toISOString().slice(0, 10);
  return `# ${title}

Made by \`npm run bench -- ${name}\` on ${date}: ${machineName()}.

The server (\`attune api\`) and PostgreSQL share one core, the load comes from the other. After a
warm-up, ${roundCount} rounds of ${seconds} s of the floor and the service in turns; medians of the rounds.
${about}

${found}
`;
}
