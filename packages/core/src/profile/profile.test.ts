// What the fold promises: the same events give the same bytes in any order, split or encoding.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CompleteEvent, EventFacts, Signal } from '../events/event.ts';
import { decodeProfile, encodeProfile } from './encoding.ts';
import { foldEvents, foldProfile, forgetBefore, mergeProfiles, outlived } from './fold.ts';
import type { Profile, ProfileBounds } from './profile.ts';
import { dayOf, emptyProfile, profileBounds, signals } from './profile.ts';
import { recentSkus } from './recent.ts';

const firstDay = 20_000;
/** So tight that a dozen events reach all of them. */
const tight: ProfileBounds = {
  properties: 2,
  valuesPerProperty: 3,
  recentSkus: 2,
  knownSkus: 3,
  activityNames: 2,
  activityDays: 3,
};

const skus = fc.constantFrom('s1', 's2', 's3', '__proto__', '\u{1f600}');
const observations = fc.array(
  fc.record({
    signal: fc.constantFrom(...signals),
    values: fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'), { maxLength: 3 })
      .chain((properties) =>
        fc
          .array(
            fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5', '__proto__'), {
              minLength: 1,
              maxLength: 3,
            }),
            { minLength: properties.length, maxLength: properties.length },
          )
          .map((values) => new Map(properties.map((name, at) => [name, values[at]!] as const))),
      ),
  }),
  { maxLength: 3 },
);
const facts: fc.Arbitrary<EventFacts> = fc.oneof(
  skus.map((sku): EventFacts => ({ kind: 'product-view', sku })),
  fc
    .array(fc.record({ sku: skus, quantity: fc.constantFrom(0, 1, 2) }), { maxLength: 3 })
    .map((cart): EventFacts => ({ kind: 'purchase', cart })),
  fc.constant<EventFacts>({ kind: 'custom', properties: {} }),
  fc.tuple(fc.constantFrom('k1', 'k2', '__proto__'), fc.integer({ min: 1, max: 3 })).map(
    ([key, variationId]): EventFacts => ({
      kind: 'exposure',
      campaignId: 1,
      experienceId: 1,
      variationId,
      revision: 1,
      propensity: 1,
      allocationVersion: 1,
      isKept: false,
      assignment: { key, variationId },
    }),
  ),
);
/** Different events have different ids, as the log's primary key has it. */
const histories = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 6 }),
      hour: fc.integer({ min: 0, max: 1 }),
      identified: fc.boolean(),
      name: fc.constantFrom('n1', 'n2', 'n3', '__proto__'),
      facts,
      observations,
    }),
    { maxLength: 30 },
  )
  .map((parts) =>
    parts.map((part, at): CompleteEvent => {
      const time = ((firstDay + part.day) * 24 + part.hour) * 3_600_000;
      const base = { id: `e${at % 7}-${at}`, time, name: part.name, session: '' };
      const { identified, observations } = part;
      return { event: { ...base, ...part.facts }, identified, observations };
    }),
  );
const forgotten = fc.integer({ min: firstDay, max: firstDay + 7 });

/** A history, an order of it, a place to split it, and a day to forget before. */
const shuffled = histories.chain((events) =>
  fc.record({
    events: fc.constant(events),
    order: fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
    split: fc.nat(events.length),
    forget: forgotten,
  }),
);

for (const [name, bounds] of [
  ['the default bounds', profileBounds],
  ['bounds that are hit', tight],
] as const) {
  const fold = (events: readonly CompleteEvent[], onto = emptyProfile()): Profile =>
    foldEvents(onto, events, bounds);

  test(`any order of the events gives the same bytes, with ${name}`, () => {
    fc.assert(
      fc.property(shuffled, ({ events, order }) => {
        assert.equal(encodeProfile(fold(order)), encodeProfile(fold(events)));
      }),
      { numRuns: 500 },
    );
  });

  test(`one by one gives the bytes of all at once, with ${name}`, () => {
    fc.assert(
      fc.property(shuffled, ({ events, order }) => {
        const single = order.reduce(
          (profile, event) => foldProfile(profile, event, bounds),
          emptyProfile(),
        );
        assert.equal(encodeProfile(single), encodeProfile(fold(events)));
      }),
      { numRuns: 500 },
    );
  });

  test(`merging the profiles of two halves gives the profile of the whole, with ${name}`, () => {
    fc.assert(
      fc.property(shuffled, ({ events, order, split }) => {
        const [a, b] = [fold(order.slice(0, split)), fold(order.slice(split))];
        const whole = encodeProfile(fold(events));
        assert.equal(encodeProfile(mergeProfiles(a, b, bounds)), whole);
        assert.equal(encodeProfile(mergeProfiles(b, a, bounds)), whole);
      }),
      { numRuns: 500 },
    );
  });

  test(`forgetting gives the same bytes at whatever point it happens, with ${name}`, () => {
    fc.assert(
      fc.property(shuffled, ({ events, order, split, forget }) => {
        const last = encodeProfile(forgetBefore(fold(events), forget));
        const first = fold(order, forgetBefore(emptyProfile(), forget));
        const half = forgetBefore(fold(order.slice(0, split)), forget);
        assert.equal(encodeProfile(first), last);
        assert.equal(encodeProfile(fold(order.slice(split), half)), last);
        const merged = mergeProfiles(half, fold(order.slice(split)), bounds);
        assert.equal(encodeProfile(merged), last);
      }),
      { numRuns: 500 },
    );
  });

  test(`what is left of a log gives the bytes of what was kept of all of it, with ${name}`, () => {
    fc.assert(
      fc.property(shuffled, forgotten, ({ events, order, forget }, earlier) => {
        const kept = forgetBefore(forgetBefore(fold(events), Math.min(earlier, forget)), forget);
        const left = order.filter(({ event }) => dayOf(event.time) >= forget);
        assert.equal(encodeProfile(fold(left, outlived(kept, forget))), encodeProfile(kept));
      }),
      { numRuns: 500 },
    );
  });

  test(`a profile survives its text, and going on from it is the same, with ${name}`, () => {
    fc.assert(
      fc.property(shuffled, ({ order, split }) => {
        const half = fold(order.slice(0, split));
        const text = encodeProfile(half);
        assert.equal(encodeProfile(decodeProfile(text)), text);
        const rest = order.slice(split);
        const resumed = fold(rest, decodeProfile(text));
        assert.equal(encodeProfile(resumed), encodeProfile(fold(rest, half)));
      }),
      { numRuns: 200 },
    );
  });

  test(`a fold never exceeds its bounds and never changes what it was given, with ${name}`, () => {
    fc.assert(
      fc.property(shuffled, ({ order, split }) => {
        const half = fold(order.slice(0, split));
        const before = encodeProfile(half);
        const whole = fold(order.slice(split), half);
        assert.equal(encodeProfile(half), before);
        assert.ok(whole.viewed.size <= bounds.recentSkus);
        assert.ok(whole.purchased.size <= bounds.recentSkus);
        assert.ok(whole.viewed.size + whole.viewedEarlier.days.size <= bounds.knownSkus);
        for (const { values } of whole.properties.values()) {
          assert.ok(values.size <= bounds.valuesPerProperty);
        }
        for (const { values } of whole.activity.values()) {
          assert.ok(values.size <= bounds.activityNames);
          const days = new Set([...values.values()].flatMap((counts) => [...counts.keys()]));
          assert.ok(days.size <= bounds.activityDays);
        }
        for (let day = firstDay; day < firstDay + 7; day++) {
          const present = [...whole.properties.values()].filter(({ values }) =>
            [...values.values()].some((counts) => [...counts.keys()].some((c) => c >> 4 === day)),
          );
          assert.ok(present.length <= bounds.properties);
        }
      }),
      { numRuns: 200 },
    );
  });
}

test('past the most values of a property, whole days go, the oldest first', () => {
  const bounds = { ...tight, properties: 9 };
  const days = [0, 1, 1, 2, 3];
  const events = days.map((day, at) => said(firstDay + day, 'view', 'color', `v${at}`));
  const profile = foldEvents(emptyProfile(), events, bounds);
  assert.equal(profile.properties.get('color')!.since, firstDay + 2);
  assert.deepEqual([...profile.properties.get('color')!.values.keys()], ['v3', 'v4']);
  const late = foldProfile(profile, said(firstDay + 1, 'view', 'color', 'v4'), bounds);
  assert.equal(encodeProfile({ ...late, activity: new Map() }).includes(`${firstDay + 1},`), false);
});

test('an assignment of the known person wins over an earlier one of the device', () => {
  const device = exposed(1_000, 'device', 1, false);
  const person = exposed(2_000, 'person', 2, true);
  const later = exposed(3_000, 'later', 3, true);
  const profile = foldEvents(emptyProfile(), [later, device, person]);
  assert.equal(profile.assignments.get('k')!.variationId, 2);
  const alone = foldEvents(emptyProfile(), [device]);
  assert.equal(alone.assignments.get('k')!.variationId, 1);
});

test('recent skus come latest first, and a product that was not bought is not among them', () => {
  const bought = (time: number, sku: string, quantity: number): CompleteEvent => ({
    event: {
      id: `p${time}`,
      time,
      name: 'purchase',
      session: '',
      kind: 'purchase',
      cart: [{ sku, quantity }],
    },
    identified: true,
    observations: [],
  });
  const events = [bought(3, 'late', 1), bought(1, 'early', 1), bought(2, 'none', 0)];
  const profile = foldEvents(emptyProfile(), events);
  assert.deepEqual(
    recentSkus(profile.purchased).map(([sku]) => sku),
    ['late', 'early'],
  );
  assert.deepEqual([profile.firstSeen, profile.lastSeen], [1, 3]);
});

test('an event without a time is not folded into nonsense', () => {
  const event = said(Number.NaN, 'view', 'color', 'red');
  assert.throws(() => foldProfile(emptyProfile(), event), /has no time/);
});

test('a profile of before activity was counted is read, and written as it was', () => {
  const text =
    '{"v":1,"since":0,"first":1,"last":2,"properties":[["color",[0,[["red",[20000,0,1]]]]]],' +
    '"viewed":[],"purchased":[],"assignments":[]}';
  const profile = decodeProfile(text);
  assert.equal(profile.activity.size, 0);
  assert.equal(encodeProfile(profile), text);
});

test('a text that is no profile is refused', () => {
  assert.throws(() => decodeProfile('{"v":2}'), /known version/);
});

function said(day: number, signal: Signal, property: string, value: string): CompleteEvent {
  const base = { id: `${day}${value}`, time: day * 86_400_000, name: 'said', session: '' };
  return {
    event: { ...base, kind: 'custom', properties: {} },
    identified: false,
    observations: [{ signal, values: new Map([[property, [value]]]) }],
  };
}

function exposed(
  time: number,
  id: string,
  variationId: number,
  identified: boolean,
): CompleteEvent {
  return {
    event: {
      ...{ id, time, name: 'exposure', session: '', kind: 'exposure' },
      ...{ campaignId: 1, experienceId: 1, variationId, revision: 1 },
      propensity: 1,
      allocationVersion: 1,
      isKept: false,
      assignment: { key: 'k', variationId },
    },
    identified,
    observations: [],
  };
}
