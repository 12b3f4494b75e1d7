// The unit of a campaign: what it may be, and what it cannot work together with.
import type { CampaignInput, Fault } from '@attune/contract';
import { type HoldoutDefinition, type Unit, unitIn } from '@attune/core';
import type { Publication } from '../../configuration/publications/index.ts';
import { definitionOf, type StoredCampaign } from './stored.ts';

type Counted = Pick<StoredCampaign, 'unit' | 'accountType'>;

/** What new campaigns count by. */
const usual: Unit = 'device';

/** The unit that an input asks for; one that does not say keeps what it replaces. */
export function acceptUnit(
  { unit, accountType }: Pick<CampaignInput, 'unit' | 'accountType'>,
  previous: Counted | undefined,
): Counted {
  const before = previous && unitIn(previous);
  const chosen = unit ?? before?.unit ?? usual;
  if (chosen !== 'account') return { unit: chosen };
  return { unit: chosen, accountType: accountType ?? (before?.accountType || '') };
}

/** What is wrong with the unit of a campaign, or does not go with it. */
export function validateUnit(
  input: CampaignInput,
  previous: Counted | undefined,
  accountTypes: readonly string[],
): Fault[] {
  const { unit, accountType = '' } = acceptUnit(input, previous);
  if (unit !== 'account') {
    const detail = 'goes with the unit "account" alone';
    return input.accountType === undefined ? [] : [{ pointer: '/accountType', detail }];
  }
  const known = accountTypes.length === 0 ? 'it has none yet' : accountTypes.join(', ');
  const detail = `must be an identifier type of the site that identifies accounts: ${known}`;
  const { stickiness = 'user', experiences } = input;
  return [
    ...when(!accountTypes.includes(accountType), '/accountType', detail),
    ...when(
      stickiness !== 'user',
      '/stickiness',
      'must be "user" with the unit "account": all people of an account get the same ' +
        'variation',
    ),
    ...experiences.flatMap(({ allocation }, at) =>
      when(
        allocation === 'affinity',
        `/experiences/${at}/allocation`,
        'cannot be "affinity" with the unit "account": its people like different things',
      ),
    ),
  ];
}

const when = (isSo: boolean, pointer: string, detail: string): Fault[] =>
  isSo ? [{ pointer, detail }] : [];

/** In words, such as `account ("company")`. */
const called = (of: Counted) => {
  const { unit, accountType } = unitIn(of);
  return accountType === '' ? unit : `${unit} ("${accountType}")`;
};

/**
 * What forbids that a draft be published beside what is: another unit than it has been drawing by,
 * or than other campaigns of its layer draw by.
 */
export function validatePublishedUnit(
  draft: StoredCampaign,
  published: readonly StoredCampaign[],
): Fault[] {
  const own = published.find(({ id, seed }) => id === draft.id && seed === draft.seed);
  const isOther = (one: StoredCampaign) => called(one) !== called(draft);
  const mates = published.filter(
    (one) => one.id !== draft.id && draft.layer && one.layer?.id === draft.layer.id && isOther(one),
  );
  const [mate] = mates;
  return [
    ...when(
      own !== undefined && isOther(own),
      '/unit',
      `is ${called(draft)}, and users were drawn by ${own && called(own)}: restart the campaign, ` +
        'so that all are drawn anew and reports begin anew',
    ),
    ...when(
      mate !== undefined,
      '/layer',
      `keeps campaigns apart that draw by the same unit: this one draws by ${called(draft)}, ` +
        `"${mate?.selector}" by ${mate && called(mate)}`,
    ),
  ];
}

/** Holdouts whose campaigns draw by several units: some are held out of one and see another. */
export function holdoutWarnings(
  draft: StoredCampaign,
  publications: readonly Publication[],
  holdouts: readonly HoldoutDefinition[],
): Fault[] {
  const others = publications
    .map(({ body }) => definitionOf(body))
    .filter(({ id }) => id !== draft.id);
  return holdouts.flatMap((holdout) => {
    if (!concerns(holdout, draft)) return [];
    const other = others.find((one) => concerns(holdout, one) && called(one) !== called(draft));
    const detail =
      `is not what all campaigns of the holdout "${holdout.name}" draw by ` +
      `("${other?.selector}": ${other && called(other)}): a visitor may be held out of one and ` +
      'served by another, and its report leaves them out';
    return when(other !== undefined, '/unit', detail);
  });
}

function concerns({ labels }: HoldoutDefinition, one: StoredCampaign): boolean {
  if (one.ignoresHoldouts) return false;
  return !labels || labels.some((label) => one.labels?.includes(label));
}

/** Less traffic than what is live: what becomes of those who are in. */
export function trafficWarnings(
  { id, seed, traffic, rollback }: StoredCampaign,
  publications: readonly Publication[],
): Fault[] {
  const live = publications
    .map(({ body }) => definitionOf(body))
    .find((one) => one.id === id && one.seed === seed);
  if (!live || traffic === 0) return [];
  const from = percent(live.traffic);
  if (traffic < live.traffic && !rollback) {
    const detail =
      `is lowered from ${from}: users who have a variation keep it, and fewer new users get one. ` +
      'To also remove users beyond it, roll back (`rollback`: true)';
    return [{ pointer: '/traffic', detail }];
  }
  if (rollback && (traffic < live.traffic || !live.rollback)) {
    const detail = `takes out those who are beyond ${percent(traffic)} of the traffic at once`;
    return [{ pointer: '/rollback', detail }];
  }
  return when(
    live.rollback === true && !rollback,
    '/rollback',
    'is no longer set: those who were taken out and had a variation get it again',
  );
}

const percent = (share: number) => `${Number((share * 100).toFixed(2))} %`;
