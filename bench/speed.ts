// How fast the service is, against floors that are measured in the same run.
//
// Run from the project's root: npm run bench [-- choose userprofile collect] [--seconds N]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureChoose } from './speed/choose.ts';
import { type CollectFigure, measureCollect } from './speed/collect.ts';
import { makeTestBed } from './speed/test-bed.ts';
import { measureUserprofile } from './speed/userprofile.ts';
import { machineName } from './support/machine.ts';
import { figureTable } from './support/rounds.ts';

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
    parts.push(`## choose\n\n${figureTable(await measureChoose(bed, seconds))}`);
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
warm-up, three rounds of ${seconds} s of the floor and the service in turn; medians of the rounds. The floor
of choose and userprofile is a bare \`node:http\` server that reads and parses the same bodies and
answers the same bytes. Users and selectors vary from request to request; each choose asks for
three selectors, half of the campaigns fail at the last of their four conditions, profiles are of
2 KB and in memory, and exposures are recorded in PostgreSQL. The floor of collect is one connection that
inserts the same events in batches of 500, a commit each. Workers are not part of it: they run elsewhere.

${sections.join('\n\n')}
`;
}
