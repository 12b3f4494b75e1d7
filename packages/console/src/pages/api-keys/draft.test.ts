// What the form of a key sends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, creationOf, draftOf, emptyDraft } from './draft.ts';
import type { Key } from './key.ts';

const key: Key = {
  id: '7',
  name: 'Web shop',
  notes: '',
  source: 'Client-side',
  permissions: ['serve', 'collect'],
  hint: 'svc_c_3fGh',
  canCopy: true,
  allowedOrigins: ['https://www.shop.example'],
  rateLimit: 50,
  rateBurst: 100,
  compatibility: false,
  createdAt: '2026-11-01T00:00:00Z',
  expiresAt: '2026-12-24T08:15:00Z',
  lastUsedAt: null,
  callsLately: [],
  successorId: null,
};

test('a plain key is created with what was typed, and no restriction', () => {
  const draft = { ...emptyDraft, name: ' Web shop ', permissions: ['serve'] as const };
  assert.deepEqual(creationOf(draft), {
    name: 'Web shop',
    source: 'Server-side',
    permissions: ['serve'],
  });
});

test('restrictions are sent as the service has them', () => {
  const draft = {
    ...emptyDraft,
    name: 'a',
    permissions: ['serve'] as const,
    lastDay: '2026-12-24',
    origins: 'https://a.example\n\n https://b.example \n',
    rateLimit: 5,
    isShownOnce: true,
  } as const;
  assert.deepEqual(creationOf(draft), {
    name: 'a',
    source: 'Server-side',
    permissions: ['serve'],
    expiresAt: '2026-12-24T23:59:59Z',
    allowedOrigins: ['https://a.example', 'https://b.example'],
    rateLimit: 5,
    showOnce: true,
  });
});

test('what is not touched stays, to the second', () => {
  const { name, notes, permissions, allowedOrigins, rateLimit, rateBurst, expiresAt } = key;
  const restrictions = { allowedOrigins, rateLimit, rateBurst, expiresAt };
  const same = { name, notes, permissions, ...restrictions, compatibility: false };
  assert.deepEqual(changeOf(draftOf(key), key), same);
});

test('what is emptied is taken away', () => {
  const draft = { ...draftOf(key), lastDay: '', origins: ' ', rateLimit: '' as const };
  const { expiresAt, allowedOrigins, rateLimit, rateBurst } = changeOf(draft, key);
  assert.deepEqual([expiresAt, allowedOrigins, rateLimit, rateBurst], [null, null, null, null]);
});
