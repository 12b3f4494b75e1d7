// An entry of the audit log as a sentence: "Mira edited audience Shoe lovers (version 3)".
import { kindOfAction } from '@attune/contract';
import type { Entry } from './formats.ts';
import { kinds } from './things.ts';

export interface Sentence {
  /** '' where the verb is the whole sentence. */
  readonly actor: string;
  /** Between the actor and the thing: "published campaign". */
  readonly verb: string;
  /** What was changed; '' where the verb says it. */
  readonly thing: string;
  /** After the thing: "(version 3)", "to production", "as Editor". */
  readonly tail: string;
}

type Teammates = readonly { readonly email: string; readonly name: string }[];

export function sentenceOf(entry: Entry, teammates: Teammates): Sentence {
  const whole = wholes[entry.action];
  if (entry.action === 'teammate.invite' && entry.subject === firstAdmin) {
    const how = entry.actor === 'attune start' ? 'at start' : 'from the command line';
    return { actor: '', verb: `The first Admin was invited ${how}`, thing: '', tail: '' };
  }
  const actor = sayActor(entry.actor, teammates);
  if (whole !== undefined) return { actor, verb: whole, thing: '', tail: '' };
  const kind = kindOfAction(entry.action);
  const done = entry.action.slice(entry.action.indexOf('.') + 1);
  if (entry.action === 'teammate.join' && entry.subject === entry.actor) {
    return { actor, verb: 'accepted the invitation', thing: '', tail: tailOf(entry) };
  }
  const verb = verbs[entry.action] ?? `${everyKind[done] ?? done} ${kind ? kinds[kind].noun : ''}`;
  return { actor, verb: verb.trim(), thing: entry.subject, tail: tailOf(entry) };
}

/** Of an invitation without an address, which the first Admin gives when they accept it. */
const firstAdmin = 'the first Admin';

/** A teammate by name, a key by its name, and what Attune does by itself as "Attune". */
function sayActor(actor: string, teammates: Teammates): string {
  const teammate = teammates.find(({ email }) => email === actor);
  if (teammate) return teammate.name;
  const key = /^key \d+ \((?<name>.+)\)$/.exec(actor)?.groups?.['name'];
  if (key !== undefined) return `API key ${key}`;
  return others[actor] ?? actor;
}

const others: Readonly<Record<string, string>> = {
  worker: 'Attune',
  attune: 'Attune',
  ledger: 'Attune',
  'attune start': 'Attune',
  'command line': 'An operator at the command line',
  'identity provider': 'The identity provider',
  'demo installation': 'The demo installation',
};

/** What is done with things of every kind. */
const everyKind: Readonly<Record<string, string>> = {
  create: 'created',
  replace: 'edited',
  change: 'edited',
  delete: 'deleted',
  restore: 'restored an earlier version of',
  restart: 'restarted',
  publish: 'published',
  pause: 'paused',
  archive: 'archived',
  unarchive: 'took out of the archive',
  'ask-approval': 'asked for approval of',
  approve: 'approved',
  'send-back': 'sent back',
  'withdraw-approval': 'withdrew the request for approval of',
  comment: 'commented on',
  journal: 'wrote the journal of',
  decide: 'decided about',
  'edit-comment': 'edited a comment on',
  'delete-comment': 'deleted a comment on',
  rotate: 'rotated',
  copy: 'copied the value of',
  'copy-to': 'copied',
  'copy-from': 'copied',
  members: 'changed the members of',
  upload: 'uploaded items to',
  rollback: 'rolled back',
  command: 'loaded items into',
  pull: 'set where to fetch',
  'pull.run': 'started a fetch of',
  'pull.delete': 'ended the fetching of',
  build: 'built',
  forget: 'removed unused',
};

const verbs: Readonly<Record<string, string>> = {
  'teammate.invite': 'invited',
  'teammate.change-invitation': 'changed the invitation of',
  'teammate.withdraw': 'withdrew the invitation of',
  'teammate.join': 'added',
  'teammate.change': 'changed the role of',
  'teammate.remove': 'removed',
  'teammate.link': 'linked to the identity provider',
  'teammate.reset': 'set a new password for',
  'teammate.reset-by-mail': 'set a new password, by a link in a mail, for',
  'teammate.sign-in-link': 'made a sign-in link for',
  'channel.disable': 'turned off notification channel',
  'channel.rotate-secret': 'gave a new secret to notification channel',
  'campaign.end-test': 'ended the test of',
  'campaign.schedule': 'scheduled the publication of',
  'campaign.unschedule': 'cancelled the scheduled publication of',
  'campaign.schedule-refused': 'did not publish as scheduled:',
  'campaign.hold': 'held the rollout of',
  'campaign.resume': 'resumed the rollout of',
  'campaign.advance': 'rolled out further',
  'campaign.return': 'rolled back',
  'site.create': 'created site',
  'site.restore': 'restored a backup of',
};

/** Where there is nothing to name but what was done. */
const wholes: Readonly<Record<string, string>> = {
  'site.change': 'changed the site’s settings',
  'site.rotate_signing_key': 'rotated the signing key',
  'user.erase': 'erased a user',
  'user.export': 'exported a user',
  'user.affinity': 'edited a user’s affinity',
  'users.import': 'imported user data',
  'weights.renew': 'updated the weights of dynamic allocations',
  'affinity.totals': 'updated the site’s affinity totals',
  'model.forget': 'removed models that are no longer used',
  'retention.events': 'deleted events that were past their retention',
  'retention.audit': 'deleted audit entries that were past their retention',
  'demo.complete': 'finished the demo shop',
};

function tailOf({ action, details }: Entry): string {
  const { before, after, site, cause } = partsOf(details);
  if (action.endsWith('.copy-to')) return `to ${site}`;
  if (action.endsWith('.copy-from')) return `from ${site}`;
  if (/^teammate[.]change(-invitation)?$/.test(action)) {
    return `from ${sayRole({ ...after, ...before })} to ${sayRole({ ...before, ...after })}`;
  }
  if (action.startsWith('teammate.')) return after['role'] ? `as ${sayRole(after)}` : '';
  // An edit of the traffic says its draft instead.
  if (typeof after['traffic'] === 'number' && after['version'] === undefined) {
    const because = typeof cause === 'string' ? `: ${cause}` : '';
    return `to ${Number((after['traffic'] * 100).toFixed(2))} % of visitors${because}`;
  }
  const { version: about, withoutApproval, scheduledFor } = members(details);
  if (withoutApproval !== undefined) return 'without approval';
  if (scheduledFor !== undefined) return 'as scheduled';
  // Drafts of campaigns have no numbers on the console: its versions are publications.
  const version = action.startsWith('campaign.') ? undefined : (after['version'] ?? about);
  return typeof version === 'number' && version > 1 ? `(version ${version})` : '';
}

const sayRole = ({ role, codeEditing }: Members) =>
  `${role}${codeEditing === true ? ' with code editing' : ''}`;

type Members = Readonly<Record<string, unknown>>;

function partsOf(details: unknown) {
  const { before, after, site, cause } = members(details);
  return { before: members(before), after: members(after), site: String(site), cause };
}

const members = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};
