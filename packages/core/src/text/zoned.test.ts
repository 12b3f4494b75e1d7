// Tests of times on the clock of a zone, above all where it is put forward or back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatZoned, parseZoned } from './zoned.ts';

const read = (text: string, zone: string) => {
  const { text: reported, doubt } = parseZoned(text, zone) ?? {};
  return doubt ? `${reported} ${doubt}` : reported;
};

test('a time is read on the clock that the zone has at that time of the year', () => {
  assert.equal(read('2026-11-27T00:00', 'Europe/Berlin'), '2026-11-27T00:00:00+01:00');
  assert.equal(read('2026-07-01T09:30:15', 'Europe/Berlin'), '2026-07-01T09:30:15+02:00');
  assert.equal(read('2026-07-01T09:30', 'America/St_Johns'), '2026-07-01T09:30:00-02:30');
  assert.equal(read('2026-07-01T00:00', 'Asia/Kathmandu'), '2026-07-01T00:00:00+05:45');
  assert.equal(read('2026-12-31T23:59:59', 'UTC'), '2026-12-31T23:59:59+00:00');
  assert.equal(parseZoned('2026-11-27T00:00', 'Europe/Berlin')?.at, Date.UTC(2026, 10, 26, 23));
});

test('a time that the clock skips is later by as much; of one shown twice the first is meant', () => {
  assert.equal(read('2026-03-29T02:30', 'Europe/Berlin'), '2026-03-29T03:30:00+02:00 skipped');
  assert.equal(read('2026-10-25T02:30', 'Europe/Berlin'), '2026-10-25T02:30:00+02:00 repeated');
  assert.equal(read('2026-10-25T03:00', 'Europe/Berlin'), '2026-10-25T03:00:00+01:00');
  assert.equal(read('2026-03-08T02:00', 'America/New_York'), '2026-03-08T03:00:00-04:00 skipped');
  assert.equal(
    read('2026-04-05T01:45', 'Australia/Lord_Howe'),
    '2026-04-05T01:45:00+11:00 repeated',
  );
  assert.equal(read('2011-12-30T12:00', 'Pacific/Apia'), '2011-12-31T12:00:00+14:00 skipped');
});

test('whatever is written comes back, hour by hour through a year', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 7 * 3_600_000) {
      const text = formatZoned(at, zone);
      assert.equal(Date.parse(text), at, text);
      const again = parseZoned(text.slice(0, 19), zone);
      assert.ok(again?.at === at || again?.doubt === 'repeated', text);
    }
  }
});

test('what is no such time is not read', () => {
  const wrong = ['2026-02-29T00:00', '2026-13-01T00:00', '2026-01-01T24:00', '2026-01-01T00:60'];
  const forms = ['2026-01-01', '2026-01-01T00', '2026-01-01T00:00Z', '2026-1-1T0:0', 'now', ''];
  for (const text of [...wrong, ...forms, '1969-12-31T00:00', '2026-00-10T00:00']) {
    assert.equal(parseZoned(text, 'Europe/Berlin'), undefined, text);
  }
});
