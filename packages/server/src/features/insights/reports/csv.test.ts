// Reports as tables: quoted as RFC 4180 has it, and without anything that a spreadsheet would run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportOutput } from '@attune/contract';
import { reportCsv } from './csv.ts';

type Experience = ReportOutput['experiences'][number];
type Variation = Experience['variations'][number];

const nothing = { estimate: null, low: null, high: null };
const variation: Variation = {
  ...{ id: 7, name: '@SUM(1)', exposed: 3, users: 2, open: 1, active: 1, total: -2.5 },
  ...{ mean: { estimate: -1.25, low: null, high: 4 }, difference: nothing, uplift: null },
  soFar: { active: 2, total: 6, estimate: 2 },
  ...{ pValue: null, probabilityBest: 0.5, expectedLoss: 0, sentence: 'one, two', daily: [] },
};
const experience: Experience = {
  ...{ id: 6, name: '-1+1', comparison: 'fixed', baseline: 7, mixed: 0, variations: [variation] },
  look: { state: 'any-time', usersNeeded: null, lastDay: null },
  ...{
    verdict: null,
    sampleRatio: null,
    allocationVersions: [],
    cuped: null,
    winsorised: null,
    sentence: '',
  },
  segments: [{ segment: '\tmobile', variations: [variation] }],
};
const metric: ReportOutput['metric'] = {
  ...{ id: 1, name: '=cmd|"/c calc"!A1', kind: 'count', windowHours: 1, better: 'higher' },
  currency: null,
};

const notCounted = { bots: 12, internal: 3, sentence: '' };

test('a line for each variation and segment, with who is not counted; text is text, and numbers are numbers', () => {
  const report = { metric, asOf: 'now', notCounted };
  const [names, ...lines] = reportCsv('+x', report, [experience]).split('\r\n');
  const head = `'+x,"'=cmd|""/c calc""!A1",,now,6,'-1+1,`;
  const rest = `,7,'@SUM(1),true,3,2,1,1,-2.5,-1.25,,4,,,,,,,,0.5,0,"one, two",2,6,2,12,3`;
  assert.deepEqual(lines, [`${head}${rest}`, `${head}'\tmobile${rest}`, '']);
  assert.equal(names!.split(',').length, 33);
});
