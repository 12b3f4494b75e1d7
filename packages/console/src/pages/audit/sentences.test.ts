// What was done is read as a sentence, for every kind of actor and thing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from './formats.ts';
import { sentenceOf } from './sentences.ts';

const teammates = [{ email: 'mira@shop.example', name: 'Mira' }];

function say(some: Partial<Entry>): string {
  const entry: Entry = {
    ...{
      id: '1',
      at: '2026-01-31T08:00:00Z',
      actor: 'mira@shop.example',
      action: 'campaign.replace',
    },
    ...{ subject: 'Spring hero', subjectId: '1001', isGone: false, details: null },
    ...some,
  };
  const { actor, verb, thing, tail } = sentenceOf(entry, teammates);
  return [actor, verb, thing, tail].filter((part) => part !== '').join(' ');
}

test('an entry says who did what, with the thing’s name and version', () => {
  const published = { after: { status: 'live', publishedVersion: 3 } };
  const said = {
    'Mira published campaign Spring hero': {
      action: 'campaign.publish',
      details: published,
    },
    'Mira edited campaign Spring hero': { details: { after: { version: 2 } } },
    'Mira edited audience Shoe lovers (version 2)': {
      ...{ action: 'audience.replace', subject: 'Shoe lovers' },
      details: { after: { version: 2 } },
    },
    'Mira created campaign Spring hero': {
      action: 'campaign.create',
      details: { after: { version: 1 } },
    },
    'Mira copied campaign Spring hero to production': {
      action: 'campaign.copy-to',
      details: { site: 'production' },
    },
    'Mira changed the site’s settings': { action: 'site.change', subject: 'settings' },
    'API key Feed sync deleted feed Shop': {
      ...{ actor: 'key 7 (Feed sync)', action: 'feed.delete', subject: 'Shop' },
    },
    'Attune updated the weights of dynamic allocations': {
      ...{ actor: 'worker', action: 'weights.renew', subject: 'weights' },
    },
    'gone@shop.example rotated API key Web': {
      ...{ actor: 'gone@shop.example', action: 'key.rotate', subject: 'Web' },
    },
  };
  for (const [sentence, entry] of Object.entries(said)) assert.equal(say(entry), sentence);
});

test('a change of role says both roles, and code editing where it is given', () => {
  const change = (before: object, after: object) =>
    say({ action: 'teammate.change', subject: 'bo@shop.example', details: { before, after } });
  assert.equal(
    change({ role: 'Viewer', codeEditing: false }, { role: 'Admin', codeEditing: true }),
    'Mira changed the role of bo@shop.example from Viewer to Admin with code editing',
  );
});

test('invitations are plain sentences, by a teammate or a program', () => {
  const details = { after: { role: 'Admin', codeEditing: true } };
  const invite = { action: 'teammate.invite', subject: 'the first Admin', details };
  const mail = 'bo@shop.example';
  const said = {
    'The first Admin was invited at start': { ...invite, actor: 'attune start' },
    'The first Admin was invited from the command line': { ...invite, actor: 'command line' },
    'Mira invited bo@shop.example as Admin with code editing': { ...invite, subject: mail },
    'An operator at the command line invited bo@shop.example as Admin with code editing': {
      ...{ ...invite, actor: 'command line', subject: mail },
    },
    'bo@shop.example accepted the invitation as Admin with code editing': {
      ...{ action: 'teammate.join', actor: mail, subject: mail, details },
    },
    'The identity provider added bo@shop.example as Admin with code editing': {
      ...{ action: 'teammate.join', actor: 'identity provider', subject: mail, details },
    },
    'Mira changed the invitation of bo@shop.example from Viewer to Editor': {
      ...{ action: 'teammate.change-invitation', subject: mail },
      details: { before: { role: 'Viewer' }, after: { role: 'Editor' } },
    },
  };
  for (const [sentence, entry] of Object.entries(said)) assert.equal(say(entry), sentence);
});

test('what an entry of another release did is said as it stands', () => {
  assert.equal(say({ action: 'planet.align', subject: 'Mars' }), 'Mira align Mars');
});
