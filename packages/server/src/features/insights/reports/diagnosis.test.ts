// Which users a sample ratio mismatch is said to be among.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import { diagnose } from './diagnosis.ts';
import { forMany, newDevice, plantingServer } from './planted.fixture.ts';
import type { Cell } from './store.ts';

const variations = [
  { id: 7, name: 'Control', weight: 1, payload: null },
  { id: 8, name: 'B', weight: 1, payload: {} },
];
const definition = { id: 5, name: 'All', variations };
const noBots = new Map<number, number>();
const judged = {
  ...{ definition, comparison: 'fixed' as const },
  known: new Map([[1, new Map([7, 8].map((id): [number, number] => [id, 0.5]))]]),
};
const cell = (segment: string, variationId: number, drawn: number): Cell => ({
  ...{
    experienceId: 5,
    variationId,
    version: 1,
    day: '2026-11-01',
    segment,
    exposed: drawn,
    drawn,
  },
  ...{ propensity: 0.5, mixed: 0, users: drawn, active: 0, sum: 0, squares: 0, otherActive: 0 },
  ...{ otherSum: 0, otherSquares: 0, products: 0, cap: null, capped: 0, cut: 0 },
  ...{ activeSoFar: 0, sumSoFar: 0, otherSumSoFar: 0, squaresSoFar: 0, otherActiveSoFar: 0 },
  ...{ otherSquaresSoFar: 0, productsSoFar: 0 },
});
const pair = (segment: string, one: number, other: number) => [
  cell(segment, 7, one),
  cell(segment, 8, other),
];

test('the groups that it is among are named, others are not, and small ones say nothing', () => {
  const cells = [
    ...pair('smartphone', 9_000, 5_000),
    ...pair('desktop', 5_000, 5_050),
    ...pair('tv', 9, 1),
  ];
  const { parts, sentence } = diagnose(judged, [{ by: 'device', cells }], noBots);
  assert.deepEqual(
    parts.map(({ value, users, isSuspicious }) => [value, users, isSuspicious]),
    [
      ['smartphone', 14_000, true],
      ['desktop', 10_050, false],
    ],
  );
  assert.deepEqual(parts[0]!.variations, [
    { id: 7, users: 9_000, share: 9 / 14, expected: 0.5 },
    { id: 8, users: 5_000, share: 5 / 14, expected: 0.5 },
  ]);
  assert.equal(sentence, 'All of it is in smartphone (device): 9,000 of Control, 5,000 of B.');
});

test('a mismatch that is everywhere has no group to blame', () => {
  const cells = [
    ...pair('new', 9_000, 5_000),
    ...pair('returning', 9_000, 5_000),
    ...pair('unknown', 3, 3),
  ];
  const { sentence } = diagnose(judged, [{ by: 'newReturning', cells }], noBots);
  assert.match(sentence, /^No group of users stands out/);
});

test('the value that explains all of it is named first, with its users by variation', () => {
  const { sentence, parts } = diagnose(
    judged,
    [
      {
        by: 'device',
        cells: [...pair('mobile', 1_112, 510), ...pair('desktop', 2_000, 2_010)],
      },
      {
        by: 'browser',
        cells: [...pair('safari', 612, 0), ...pair('chrome', 2_500, 2_520)],
      },
    ],
    new Map([
      [7, 40],
      [99, 3],
    ]),
  );
  assert.equal(
    sentence,
    'All of it is in safari (browser): 612 of Control, 0 of B. ' +
      'By device it is among mobile (1,622 users), not elsewhere. ' +
      'Bots are not among these users; their decisions: 40 of Control.',
  );
  assert.deepEqual(
    parts.map(({ by, value }) => [by, value]),
    [
      ['device', 'mobile'],
      ['device', 'desktop'],
      ['browser', 'safari'],
      ['browser', 'chrome'],
    ],
  );
});

test('a group that still leaves a mismatch elsewhere does not explain it', () => {
  const cells = [...pair('mobile', 9_000, 5_000), ...pair('desktop', 5_000, 5_010)];
  const small = Array.from({ length: 40 }, (_, at) => pair(`kiosk ${at}`, 60, 20)).flat();
  const { sentence } = diagnose(judged, [{ by: 'device', cells: [...cells, ...small] }], noBots);
  assert.match(sentence, /^By device it is among mobile/);
});

test('a report names the browser whose users of one variation are missing, and the bots', async () => {
  const server = await plantingServer();
  after(server.close);
  const { ctx, client, manage, publish, folded, recorded } = server;
  const selector = { names: ['lossy'] };
  const given = [variation(null, 1, 'Control'), variation('new', 1, 'B')];
  const id = await publish({
    selector: 'lossy',
    experiences: [{ name: 'All', variations: given }],
  });
  const show = (browser: string, userAgent?: string) =>
    client.choose({
      ...{ user: newDevice(), selector },
      context: { device: { browser, type: 'desktop', ...(userAgent && { userAgent }) } },
    } as never);
  const browsers = Array.from({ length: 24 }, (_, at) => (at % 2 ? 'Safari' : 'Chrome'));
  await forMany(browsers, (browser) => show(browser));
  await show('Chrome', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
  await folded();
  await recorded();
  // 120 more of each, but none of B in Safari, as where a script of B fails there.
  await ctx.pool.query(
    `insert into exposure (site_id, campaign_id, experience_id, user_id, variation_id, draw, time,
       event_id, allocation_version, propensity, is_kept, device, browser)
     select site_id, campaign_id, experience_id, 700000 + n + 1000 * row_number() over (),
       variation_id, draw, time, event_id || n, allocation_version, propensity, is_kept, device,
       browser
     from (
       select distinct on (variation_id, browser) exposure.* from exposure
       order by variation_id, browser) as one
     cross join generate_series(1, 120) as n`,
  );
  await ctx.pool.query(
    `delete from exposure where browser = 'safari' and variation_id =
       (select max(variation_id) from exposure)`,
  );
  const { body } = await manage('GET', `/v2/campaigns/${id}/report`);
  const { isSuspicious, diagnosis } = body.experiences[0].sampleRatio;
  assert.equal(isSuspicious, true);
  assert.match(
    diagnosis.sentence,
    /^All of it is in safari \(browser\): \d{2,3} of Control, 0 of B\. Bots are not among these users; their decisions: 1 of (Control|B)\.$/,
  );
  const found = diagnosis.parts.filter(({ by }: { by: string }) => by === 'browser');
  assert.deepEqual(
    found.map((one: { value: string; isSuspicious: boolean }) => [one.value, one.isSuspicious]),
    [
      ['safari', true],
      ['chrome', false],
    ],
  );
});
