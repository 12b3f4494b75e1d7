// Ends the test of a campaign: everyone gets one variation, and the journal says what was decided.
import type { CampaignInput, Fault, JournalEntryInput } from '@attune/contract';
import { shippedAt } from '@attune/core';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Context, Who } from '../../../context.ts';
import { readJournalEntry, writeJournalEntry } from '../../configuration/journal/index.ts';
import { changeTogether } from '../../configuration/sites/index.ts';
import {
  changeObject,
  type ObjectRow,
  readObject,
  refuseArchived,
  selectVersionBodies,
} from '../../configuration/versioned-objects/index.ts';
import { askApproval } from '../approvals/index.ts';
import {
  baselineOf,
  campaignKind,
  contentOf,
  inputOf,
  needsApproval,
  publicationsById,
  publishCampaign,
  withoutEnd,
} from '../campaigns/index.ts';

/** How a test ends. */
export interface Ending {
  /** Ids of those that everyone gets; experiences without one return to their control. */
  readonly variations?: readonly number[];
  readonly conclusion?: string;
  readonly decision?: NonNullable<JournalEntryInput['decision']>;
  readonly askApproval?: boolean;
}

/**
 * Gives everyone one variation of what is live, or was: a further version, published at once. Where
 * that needs an approval, it is asked for or refused. Throws `not_found`, `approval_missing`,
 * `conflict` where nothing is tested, `invalid_request` for a variation that there is not.
 */
export async function endTest(
  ctx: Context,
  who: Who,
  id: number,
  ending: Ending,
): Promise<ObjectRow> {
  const { conclusion, decision } = ending;
  return changeTogether(ctx, { isTrial: false }, async (within) => {
    const row = await writeEnd(within, who, id, ending.variations ?? []);
    const isProposed = await needsApproval(within.db, who.siteId, row);
    if (isProposed && !ending.askApproval) throw unapproved();
    await writeJournal(within, who, id, {
      ...(conclusion !== undefined && { conclusion }),
      ...(!isProposed && { decision: decision ?? null }),
    });
    if (!isProposed) return publishCampaign(within, who, id);
    await askApproval(within, who, id, { note: conclusion ?? '' });
    return row;
  });
}

const unapproved = () =>
  new ApiError(
    'approval_missing',
    'On this site a teammate has to approve what everyone gets. Nothing was changed: repeat the ' +
      'request with "askApproval": true to ask for it. Going back to the control needs no approval.',
  );

/** The draft that ends the test; a further version, unless the draft is that already. */
async function writeEnd(
  { db, ...ctx }: Context,
  who: Who,
  id: number,
  variations: readonly number[],
): Promise<ObjectRow> {
  const { siteId } = who;
  const row = await readObject(db, siteId, campaignKind, id);
  refuseArchived(campaignKind, row);
  const live = (await publicationsById(db, siteId)).get(id);
  if (!live) throw new ApiError('conflict', 'The campaign was never published: it has no test.');
  const { version } = live;
  const kept = await selectVersionBodies(db, siteId, 'campaign', id, [version]);
  const tested = kept.get(version) ?? live.body;
  const ended = withEnd(inputOf(tested), variations);
  if (isSame(inputOf(row.body), ended)) return row;
  return changeObject(
    { ...ctx, db },
    who,
    campaignKind,
    { id, ifMatch: undefined },
    {
      action: 'end-test',
      make: async (tx, { body: before }, newIds) => ({
        name: campaignKind.nameOf(ended),
        body: await campaignKind.accept(ended, {
          tx,
          siteId,
          id,
          before,
          restored: tested,
          newIds,
        }),
      }),
    },
  );
}

type Written = ReturnType<typeof inputOf>;

/** Does the draft say the same already, as after a proposal that was approved? */
function isSame(one: Written, other: Written): boolean {
  const [a, b] = [one, other].map((input) => contentOf(withoutEnd(input)));
  const ids = [one, other].map(({ experiences }) =>
    experiences.map((experience) => experience.variations[shippedAt(experience)]?.id ?? 0).join(),
  );
  return a?.text === b?.text && a?.seed === b?.seed && ids[0] === ids[1];
}

type Experience = CampaignInput['experiences'][number];

/** A campaign of which everyone gets these variations, and else the controls. */
function withEnd(tested: Written, wanted: readonly number[]): Written {
  const of = ({ variations }: Experience) =>
    variations.filter(({ id = 0 }) => wanted.includes(id)).map(({ id = 0 }) => id);
  const found = tested.experiences.map(of);
  refuseInvalid(
    wanted.flatMap((id, at): Fault[] => {
      const pointer = `/variations/${at}`;
      const those = found.find((ids) => ids.includes(id));
      if (!those) return [{ pointer, detail: 'is no variation of what is published' }];
      return those[0] === id
        ? []
        : [{ pointer, detail: `is of the same experience as ${those[0]}: choose one of them` }];
    }),
  );
  if (wanted.length === 0 && !tested.experiences.some(isTest)) {
    throw new ApiError('conflict', 'No experience of the campaign compares variations.');
  }
  return {
    ...tested,
    experiences: tested.experiences.map((experience, at) => {
      const [chosen] = found[at]!;
      const control = isTest(experience) ? baselineOf(experience.variations) : undefined;
      return {
        ...experience,
        variations: experience.variations.map(({ shipped: _before, ...variation }) => ({
          ...variation,
          ...(variation.id === (chosen ?? control?.id) && { shipped: true }),
        })),
      };
    }),
  };
}

/** Does an experience give one of several variations? */
const isTest = ({ served = 1, variations }: Experience) => served === 1 && variations.length > 1;

async function writeJournal(
  ctx: Context,
  who: Who,
  id: number,
  more: Partial<JournalEntryInput>,
): Promise<void> {
  const { hypothesis, owner, conclusion, decision } = await readJournalEntry(ctx, who.siteId, id);
  await writeJournalEntry(ctx, who, id, { hypothesis, owner, conclusion, decision, ...more });
}
