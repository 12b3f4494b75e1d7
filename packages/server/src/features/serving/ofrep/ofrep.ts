// Evaluates campaigns as flags: decided and recorded as choose does it.
import type { ChooseInput, FlagOutput } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Caches } from '../../../caches.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { RecordingInbox } from '../../events/collect/index.ts';
import { asSeen, type ChooseCall, type Chosen, decideRequest, record } from '../choose/index.ts';
import { etagOf, flagsOf, isFlag } from './flags.ts';

type Warnings = Chosen['gathered']['warnings'];

/** A flag, whose exposure is recorded. Throws `not_found` for what is no flag. */
export async function evaluateFlag(
  ctx: Context,
  caches: Caches,
  inbox: RecordingInbox,
  call: ChooseCall,
  key: string,
): Promise<{ flag: FlagOutput; warnings: Warnings }> {
  refuseOtherThanFlag(call.caller.snapshot, key);
  const asked = asSeen(select(call, [key], {}));
  const chosen = await decideRequest(ctx, caches, asked);
  record(ctx, caches, inbox, asked, chosen);
  return { flag: flagsOf(chosen)[0]!, warnings: chosen.gathered.warnings };
}

/**
 * All flags of a user and their entity tag, without exposures. Where the caller has the flags of
 * that tag, nothing is recorded: the caller reports what it has.
 */
export async function evaluateFlags(
  ctx: Context,
  caches: Caches,
  inbox: RecordingInbox,
  call: ChooseCall,
  isCached: (etag: string) => boolean,
): Promise<{ flags: FlagOutput[] | undefined; etag: string; warnings: Warnings }> {
  const { campaignsBySelector } = call.caller.snapshot;
  const names = [...campaignsBySelector].flatMap(([name, { published }]) =>
    published && isFlag(published) ? [name] : [],
  );
  const asked = select(call, names, { isImplicitImpressionMode: false });
  const chosen = await decideRequest(ctx, caches, asked);
  const flags = flagsOf(chosen);
  const etag = etagOf(chosen, flags);
  const { warnings } = chosen.gathered;
  if (isCached(etag)) return { flags: undefined, etag, warnings };
  record(ctx, caches, inbox, asked, chosen);
  return { flags, etag, warnings };
}

const select = (
  call: ChooseCall,
  names: string[],
  options: NonNullable<ChooseInput['options']>,
): ChooseCall => ({
  ...call,
  body: { ...call.body, selector: { names }, options },
});

function refuseOtherThanFlag({ campaignsBySelector }: SiteSnapshot, key: string): void {
  const published = campaignsBySelector.get(key)?.published;
  if (!published) {
    throw new ApiError('not_found', `No published campaign has the selector "${key}".`);
  }
  if (isFlag(published)) return;
  const { type } = published.definition;
  const what = type === 'custom' ? 'gives several variations at once' : `is of type ${type}`;
  const detail = `The campaign "${key}" ${what}, and so is no flag. Request it with choose.`;
  throw new ApiError('not_found', detail);
}
