// What differs between two versions of a thing, and what another teammate saved first.
import type { ConsoleEndpoint } from '@attune/contract';
import type { SentTo } from '../api/endpoints.ts';
import { useAnswer } from '../api/queries.ts';
import { useSite } from '../shell/site-context.ts';
import { ConflictDialog } from '../ui/conflict-dialog.tsx';
import { DifferencesShown } from '../ui/differences-shown.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { type Kind, paramsOf, type Versioned } from './kind.ts';
import type { VersionedForm } from './use-versioned.ts';

interface ChangesGiven<Thing extends Versioned, Body, Draft extends object> {
  readonly kind: Kind<Thing, Body, Draft>;
  readonly thing: Thing;
  readonly from: number;
  readonly to: number;
}

/** What changed from a version to another. */
export function Changes<Thing extends Versioned, Body, Draft extends object>({
  kind,
  thing,
  from,
  to,
}: ChangesGiven<Thing, Body, Draft>) {
  const before = useVersion(kind, thing, from);
  const after = useVersion(kind, thing, to);
  const error = before.error ?? after.error;
  if (error) return <ErrorAlert error={error} />;
  if (before.body === undefined || after.body === undefined) return <ListSkeleton rows={2} />;
  return (
    <DifferencesShown
      differences={kind.differencesBetween(before.body, after.body)}
      none="No differences."
    />
  );
}

function useVersion<Thing extends Versioned, Body, Draft extends object>(
  { endpoints, bodyIn }: Kind<Thing, Body, Draft>,
  thing: Thing,
  version: number,
) {
  const { name: site } = useSite();
  const isNow = version === thing.version;
  const params = { site, id: String(thing.id), version: String(version) };
  const sent = { params } as unknown as SentTo<ConsoleEndpoint>;
  const asked = useAnswer(endpoints.version, sent, { isWanted: !isNow });
  const read = (asked.data as { readonly body: Body } | undefined)?.body;
  return { body: isNow ? bodyIn(thing) : read, error: asked.error };
}

interface ConflictGiven<Thing extends Versioned, Body, Draft extends object> {
  readonly kind: Kind<Thing, Body, Draft>;
  readonly form: VersionedForm<Draft>;
  readonly id: number;
  readonly onClose: () => void;
}

interface Latest {
  readonly items: readonly { readonly by: string; readonly at: string }[];
}

/** Another teammate saved first: their changes, yours, and which to keep. */
export function Conflict<Thing extends Versioned, Body, Draft extends object>({
  kind,
  form,
  id,
  onClose,
}: ConflictGiven<Thing, Body, Draft>) {
  const { name: site } = useSite();
  const { endpoints, bodyIn, bodyOf, differencesBetween } = kind;
  const of = paramsOf(site, id);
  const fresh = { isFresh: true };
  const now = useAnswer(endpoints.read, of as unknown as SentTo<ConsoleEndpoint>, fresh);
  const query = { limit: '1' };
  const sent = { ...of, query } as unknown as SentTo<ConsoleEndpoint>;
  const listed = useAnswer(endpoints.versions, sent, fresh).data as Latest | undefined;
  const latest = now.data as unknown as Thing | undefined;
  const theirs = latest && latest.version !== form.version ? latest : undefined;
  const base = bodyOf(form.base).body;
  const { body: mine, faults } = bodyOf(form.draft);
  return (
    <ConflictDialog
      what={kind.noun}
      asked={now}
      theirs={
        theirs && {
          by: listed?.items[0]?.by ?? '',
          at: listed?.items[0]?.at ?? null,
          differences: differencesBetween(base, bodyIn(theirs)),
        }
      }
      mine={differencesBetween(base, mine)}
      maySave={faults.length === 0}
      isSaving={form.isSaving}
      onTake={form.discard}
      onSave={() => theirs && form.save({ over: theirs.version, onSaved: onClose })}
      onClose={onClose}
    />
  );
}
