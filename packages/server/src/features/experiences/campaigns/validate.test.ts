// Tests of the validation of campaigns: every error at once, each where it stands.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { campaignOf, experienceServer, variation } from './campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { manage, publish } = server;

const path = '/v2/campaigns';

async function refuses(method: string, at: string, body: unknown, ...pointers: string[]) {
  const answer = await manage(method, at, body);
  assert.deepEqual([answer.status, answer.body.code], [422, 'invalid_request'], answer.text);
  const found = answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
  assert.deepEqual(found.sort(), pointers.sort());
}

const one = [variation('A')];

test('every error of the form is listed', async () => {
  const wrong = {
    name: 'x'.repeat(201),
    selector: '',
    type: 'custom',
    groups: ['a', 'a'],
    schedule: { start: 7 },
    traffic: 1.1,
    stickiness: 'device',
    experiences: [
      { name: 'E', targeting: [], variations: [] },
      {
        name: '',
        variations: [
          { name: 'A', weight: -1, payload: { type: 'HTML', data: 1 } },
          { name: 'B', weight: '1', payload: [] },
          { name: 'C', weight: 1 },
        ],
      },
    ],
  };
  await refuses(
    ...(['POST', path, wrong, '/name', '/selector', '/groups', '/schedule/start'] as const),
    ...['/traffic', '/stickiness', '/experiences/0/targeting', '/experiences/0/variations'],
    ...['/experiences/1/name', '/experiences/1/variations/0/weight'],
    ...['/experiences/1/variations/0/payload', '/experiences/1/variations/0/payload/type'],
    ...['/experiences/1/variations/1/payload'],
    ...['/experiences/1/variations/1/weight', '/experiences/1/variations/2/payload'],
  );
});

test('what the form cannot say is checked as well, all of it at once', async () => {
  const wrong = campaignOf({
    selector: 'wrong',
    schedule: { start: '2026-11-01', end: '2026-02-30T00:00:00Z' },
    experiences: [
      { name: 'E', targeting: { channel: { $like: 'a' }, $audience: 1 }, variations: one },
      { name: 'F', variations: [variation('A', 0), variation('B', 0)] },
      { id: 5, name: 'G', variations: [{ ...variation('A'), id: 5 }] },
    ],
  });
  await refuses(
    ...(['POST', path, wrong, '/schedule/start', '/schedule/end', '/experiences/2/id'] as const),
    ...['/experiences/0/targeting/channel/$like', '/experiences/0/targeting/$audience'],
    ...['/experiences/1/variations', '/experiences/2/variations/0/id'],
  );
});

test('a schedule is RFC 3339, and ends after it starts', async () => {
  const times = ['2026-11-01T00:00Z', '2026-11-01', '2026-13-01T00:00:00Z', 'now', ''];
  for (const start of times) {
    const body = campaignOf({ selector: 'time', schedule: { start } });
    await refuses('POST', path, body, '/schedule/start');
  }
  const start = '2026-11-01T00:00:00Z';
  for (const end of [start, '2026-11-01T00:30:00+01:00']) {
    const body = campaignOf({ selector: 'time', schedule: { start, end } });
    await refuses('POST', path, body, '/schedule/end');
  }
  const good = { start: '2026-02-28t23:59:59.5z', end: '2028-02-29T00:00:00-08:00' };
  const made = await manage('POST', path, campaignOf({ selector: 'time', schedule: good }));
  assert.deepEqual([made.status, made.body.campaign.schedule], [201, good]);
});

test('ids are those of what is replaced, in their own place, once', async () => {
  const id = await publish({ selector: 'ids' });
  const other = await publish({ selector: 'other' });
  const read = async (of: number) => (await manage('GET', `${path}/${of}`)).body.campaign;
  const [mine] = (await read(id)).experiences;
  const [foreign] = (await read(other)).experiences;
  const put = (experiences: unknown[], ...pointers: string[]) =>
    refuses(
      'PUT',
      `${path}/${id}`,
      { ...campaignOf({ selector: 'ids' }), experiences },
      ...pointers,
    );
  await put([foreign], '/experiences/0/id', '/experiences/0/variations/0/id');
  await put([mine, mine], '/experiences/1/id', '/experiences/1/variations/0/id');
  await put([{ name: 'New', variations: mine.variations }], '/experiences/0/variations/0/id');
  await put(
    [{ ...mine, id: mine.variations[0].id }],
    ...['/experiences/0/id', '/experiences/0/variations/0/id'],
  );
  assert.equal((await manage('GET', `${path}/${id}`)).body.version, 1);
});

test('a preview is of a part that the campaign has', async () => {
  const id = await publish({ selector: 'previewed' });
  const { experiences } = (await manage('GET', `${path}/${id}`)).body.campaign;
  const at = `${path}/${id}/preview`;
  await refuses('POST', at, { experienceId: 1 }, '/experienceId');
  await refuses('POST', at, { variationId: 1 }, '/variationId');
  await refuses('POST', at, { experienceId: experiences[0].id, variationId: 1 }, '/variationId');
  await refuses('POST', at, { experienceId: 'x', variationId: 0 }, '/experienceId', '/variationId');
});

test('what a teammate cannot have meant is ignored, and no error', async () => {
  const extra = { ...variation('A'), colour: 'red' };
  const body = { ...campaignOf({ selector: 'extra' }), status: 'live', owner: 'me' };
  const made = await manage('POST', path, {
    ...body,
    experiences: [{ name: 'E', note: 'x', variations: [extra] }],
  });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.status, 'draft');
  assert.doesNotMatch(made.text, /owner|colour|note/);
});
