// How fast the service is, against floors that are measured in the same run.
//
// Run from the project's root: npm run bench [-- choose userprofile collect] [--seconds N]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ChooseFigures, measureChoose } from './speed/choose.ts';
import { type CollectFigure, measureCollect } from './speed/collect.ts';
import { makeTestBed } from './speed/test-bed.ts';
import { measureUserprofile } from './speed/userprofile.ts';
import { median } from './support/load.ts';
import { machineName } from './support/machine.ts';
import { type Figure, figureTable, roundCount } from './support/rounds.ts';

const all = ['choose', 'userprofile', 'collect'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '10' } },
});
const seconds = Number(values.seconds);
const wanted = positionals.length > 0 ? positionals : all;
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0 || !(seconds > 0)) {
  console.error(`usage: npm run bench [-- ${all.join(' ')}] [--seconds N]`);
  process.exit(2);
}

const bed = await makeTestBed();
const parts: string[] = [];
try {
  if (wanted.includes('choose')) {
    parts.push(`## choose\n\n${chooseReport(await measureChoose(bed, seconds))}`);
  }
  // After choose: it makes persons of the users, whose ids are no devices' any more.
  if (wanted.includes('userprofile')) {
    parts.push(`## userprofile\n\n${figureTable(await measureUserprofile(bed, seconds))}`);
  }
  if (wanted.includes('collect')) {
    parts.push(`## collect\n\n${collectTable(await measureCollect(bed, seconds))}`);
  }
} finally {
  await bed.postgres.stop();
}
const report = reportOf(parts);
console.log(report);
if (wanted.length === all.length) {
  writeFileSync(join(import.meta.dirname, 'results/speed.md'), report);
}
process.exit(0);

function chooseReport({ inCampaigns, inProfiles }: ChooseFigures): string {
  const spread = (figures: readonly Figure[]) => {
    const byRound = Array.from({ length: roundCount }, (_, round) => {
      const costs = figures.map(({ cpuByRound }) => cpuByRound[round]!);
      return Math.max(...costs) / Math.min(...costs);
    });
    const shown = byRound.map((one) => one.toFixed(2)).join(', ');
    return `${median(byRound).toFixed(2)} x (${shown})`;
  };
  return `${figureTable([...inCampaigns, ...inProfiles])}

The dearest costs ${spread(inCampaigns)} as much as the cheapest over the numbers of campaigns, and ${spread(inProfiles)}
over those of profiles: medians of the rounds, by CPU of the server and PostgreSQL. Each group was measured in turn.`;
}

function collectTable(figures: readonly CollectFigure[]): string {
  const rows = figures.map(
    ({ name, ratio, measured, floor, cpuMicros }) =>
      `| ${name} | **${ratio.toFixed(2)}** | ${Math.round(measured)} | ${Math.round(floor)} | ${cpuMicros.toFixed(1)} |`,
  );
  return [
    '| what | of the floor | events/s | floor/s | CPU us an event, server and PostgreSQL |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function reportOf(sections: readonly string[]): string {
  const date = new Date().toISOString().slice(0, 10);
  return `# How fast is the service?

Made by \`npm run bench\` on ${date}: ${machineName()}.

The server (\`attune api\`) and PostgreSQL share one core, the load comes from the other. After a
warm-up, three rounds of ${seconds} s of the floor and the service, in turns of 2 s; medians of the
rounds. For choose each round has nodes of its own. The floor of choose and userprofile is a bare \`node:http\` server that reads and parses the same bodies and
answers the same bytes. Users and selectors vary from request to request; each choose asks for
three selectors, half of the campaigns fail at the last of their four conditions, profiles are of
2 KB and in memory, and exposures are recorded in PostgreSQL. The floor of collect is one connection that
inserts the same events in batches of 500, a commit each. Workers are not part of it: they run elsewhere.

${sections.join('\n\n')}
`;
}
