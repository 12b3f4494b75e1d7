// What is edited is what is sent, and differences are listed in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CampaignInput } from '@attune/contract';
import { parseWritten } from '@attune/core';
import { isChanged as isChangedBy } from '../../../versioned/kind.ts';
import { begun } from '../begin.ts';
import { differencesBetween } from './differences.ts';
import {
  bodyOf,
  type Draft,
  draftOf,
  moved,
  nameOf,
  newVariation,
  sharesOf,
  withTemplate,
} from './draft.ts';

const isChanged = (draft: Draft, saved: Draft) =>
  isChangedBy({ bodyOf, isOrdered: true }, draft, saved);

const variation = (id: number, name: string, data: unknown = name) => ({
  ...{ id, name, weight: 1, payload: { type: 'CUSTOM_JSON' as const, data } },
});
const campaign: CampaignInput = {
  name: 'Banner',
  selector: 'banner',
  type: 'custom',
  traffic: 0.5,
  notes: 'kept',
  payloadSchema: { type: 'object' },
  testUsers: [{ cuid: 'ann', cuidType: 'external', experience: 'Men', variation: 'B' }],
  experiences: [
    {
      id: 1,
      name: 'Men',
      targeting: { $or: [{ a: { $gte: 1 } }, { $audience: 7 }] },
      variations: [variation(2, 'A'), { ...variation(3, 'B'), payload: null }],
    },
    { id: 4, name: 'Rest', variations: [variation(5, 'C', { deep: [1] })] },
  ],
};

test('a payload is sent with every digit and in the order in which it came, edited or not', () => {
  const data = '{"b":1.50,"2":12345678901234567890,"1":[1e3,-0]}';
  const text = JSON.stringify(campaign).replace('{"deep":[1]}', data);
  const { body } = bodyOf(draftOf(parseWritten(text) as CampaignInput));
  assert.ok(JSON.stringify(body).includes(`"data":${data}`));
  assert.deepEqual(differencesBetween(body, parseWritten(text) as CampaignInput), []);
  const other = parseWritten(text.replace('567890', '567891')) as CampaignInput;
  assert.equal(differencesBetween(body, other).length, 1);
});

/** A template of recommended items. */
const row = {
  ...{ id: 6, version: 1, isBuiltIn: true, warnings: [] },
  template: {
    ...{ name: 'Row', type: 'recommendations' as const },
    schema: { type: 'object', properties: { title: { type: 'string', default: 'For you' } } },
  },
};

test('an untouched draft is sent as it came', () => {
  const draft = draftOf(campaign);
  assert.deepEqual(bodyOf(draft), { body: campaign, faults: [] });
  assert.equal(isChanged(draft, draftOf(campaign)), false);
  for (const content of ['json', 'sorting', row] as const) {
    for (const shape of ['test', 'everyone'] as const) {
      const { testUsers: _none, ...rest } = campaign;
      const body = { ...rest, ...begun(content, shape, 7) };
      assert.deepEqual(bodyOf(draftOf(body)).body, body);
    }
  }
});

test('an error in JSON has its place, and is a change', () => {
  const draft = draftOf(campaign);
  const [first] = draft.experiences;
  const changed = {
    ...draft,
    payloadSchema: '{',
    testUsers: [],
    experiences: [
      {
        ...first!,
        targeting: { ...first!.targeting, text: '[]' },
        variations: [{ ...first!.variations[0]!, payload: 'x' }],
      },
    ],
  };
  assert.deepEqual(
    bodyOf(changed).faults.map(({ pointer }) => pointer),
    ['/payloadSchema', '/experiences/0/targeting', '/experiences/0/variations/0/payload'],
  );
  assert.equal(isChanged(changed, draft), true);
});

test('what test users are given follows its name, and a missing one is reported', () => {
  const draft = draftOf(campaign);
  const [men, rest] = draft.experiences;
  const renamed = { ...men!, variations: [{ ...men!.variations[1]!, name: 'Renamed' }] };
  const { body, faults } = bodyOf({ ...draft, experiences: [rest!, renamed] });
  assert.deepEqual([body.testUsers?.[0]?.variation, faults], ['Renamed', []]);
  const gone = bodyOf({ ...draft, experiences: [rest!] });
  assert.deepEqual(
    gone.faults.map(({ pointer }) => pointer),
    ['/testUsers/0'],
  );
});

test('differences are listed in words, parts matched by their ids', () => {
  const [men, rest] = campaign.experiences;
  const after: CampaignInput = {
    ...campaign,
    traffic: 0.125,
    experiences: [
      { ...rest!, name: 'Everybody', targeting: {} },
      {
        ...men!,
        targeting: { a: 1 },
        allocation: 'manual',
        variations: [
          { ...men!.variations[0]!, weight: 3, payload: null },
          { ...variation(9, 'New') },
        ],
      },
    ],
  };
  const found = differencesBetween(campaign, after);
  assert.deepEqual(
    found.map(({ at, change }) => `${change}: ${at}`),
    [
      'changed: Traffic',
      'reordered: Experiences: order',
      'changed: Experience “Everybody” › Name',
      'changed: Experience “Men” › Targeting',
      'removed: Experience “Men” › Variation “B”',
      'changed: Experience “Men” › Variation “A” › Weight',
      'changed: Experience “Men” › Variation “A” › Content',
      'added: Experience “Men” › Variation “New”',
    ],
  );
  assert.deepEqual([found[0]?.before, found[0]?.after], ['50 %', '12.5 %']);
  assert.deepEqual([found[6]?.before, found[6]?.after], ['"A"', 'control']);
  assert.deepEqual(differencesBetween(campaign, { ...campaign, stickiness: 'user' }), []);
});

test('a new variation begins with the defaults of the schema', () => {
  const properties = { a: { type: 'string', default: 'A' }, b: { type: 'boolean' } };
  const payloadSchema = JSON.stringify({ type: 'object', properties });
  const { payload } = newVariation([], { type: 'custom', payloadSchema });
  assert.deepEqual(JSON.parse(String(payload)), { a: 'A', b: false });
});

test('entries move by one place, shares add up, names of new variations are free', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 2, -1), ['a', 'c', 'b']);
  assert.deepEqual(moved(['a', 'b'], 1, 1), ['a', 'b']);
  assert.deepEqual(sharesOf([{ weight: 1 }, { weight: 3 }]), [0.25, 0.75]);
  assert.deepEqual(sharesOf([{ weight: 0 }]), [0]);
  const plain = { type: 'custom', payloadSchema: '' } as const;
  const first = newVariation([], plain);
  assert.deepEqual([first.name, newVariation([first], plain).name], ['Variation 1', 'Variation 2']);
});

test('a template that is taken fills in what is not written yet, and nothing else', () => {
  const payloads = [
    { strategy: 1, slots: 4 },
    { strategy: 1, slots: 4, custom: { title: 'Mine' } },
  ];
  const variations = [...payloads, null].map((payload, at) => ({
    ...{ name: `${at}`, weight: 1, payload },
  }));
  const experiences = [{ name: 'E', variations }];
  const body = {
    ...campaign,
    type: 'recommendations',
    testUsers: [],
    experiences,
  } as CampaignInput;
  const before = draftOf(body);
  const after = bodyOf({ ...before, ...withTemplate(before, row.id, row.template.schema) }).body;
  assert.deepEqual([after.template, after.payloadSchema], [6, row.template.schema]);
  assert.deepEqual(
    after.experiences[0]?.variations.map(({ payload }) => payload),
    [{ ...payloads[0], custom: { title: 'For you' } }, payloads[1], null],
  );
});

test('an experience that no one named is called after its targeting, and is sent without a name', () => {
  const [men, rest] = campaign.experiences;
  const { name: _unnamed, ...unnamed } = { ...men!, targeting: { 'device.type': 'mobile' } };
  const testUsers = [{ ...campaign.testUsers![0]!, experience: 'Experience 1' }];
  const body = { ...campaign, experiences: [unnamed, rest!], testUsers };
  const draft = draftOf(body);
  const [first] = draft.experiences;
  assert.equal(nameOf(first!), 'Visitors on phones');
  assert.deepEqual(bodyOf(draft), { body, faults: [] });
  const named = { ...draft, experiences: [{ ...first!, name: 'Mobile' }, draft.experiences[1]!] };
  assert.equal(nameOf(named.experiences[0]!), 'Mobile');
  assert.equal(bodyOf(named).body.testUsers?.[0]?.experience, 'Mobile');
  const blank = { ...draft, experiences: [{ ...first!, name: ' ' }, draft.experiences[1]!] };
  assert.deepEqual(bodyOf(blank).body, body);
});
