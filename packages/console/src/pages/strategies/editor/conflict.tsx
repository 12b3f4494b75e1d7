// Another teammate saved the strategy first: their changes, yours, and which to keep.
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx';
import { differencesBetween } from '../differences.ts';
import { bodyOf } from '../draft.ts';
import { strategyParams } from '../strategy.ts';
import type { Form } from './form.ts';

export function Conflict({ form, onClose }: { form: Form; onClose: () => void }) {
  const { name: site } = useSite();
  const asked = strategyParams(site, form.strategy.id);
  const now = useAnswer(consoleApi.readStrategy, asked, { isFresh: true });
  const theirs = now.data && now.data.version !== form.strategy.version ? now.data : undefined;
  const versions = useAnswer(consoleApi.listStrategyVersions, { ...asked, query: { limit: '1' } });
  const latest = versions.data?.items[0];
  const base = bodyOf(form.base).body;
  const { body: mine, faults } = bodyOf(form.draft);
  return (
    <ConflictDialog
      what="strategy"
      asked={now}
      theirs={
        theirs && {
          by: latest?.by ?? '',
          at: latest?.at ?? null,
          differences: differencesBetween(base, theirs.strategy),
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
