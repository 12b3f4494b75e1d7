// Another teammate saved the campaign first: their changes, yours, and which to keep.
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx';
import { bodyIn } from '../campaign.ts';
import { campaignParams } from '../query.ts';
import { differencesBetween } from './differences.ts';
import { bodyOf } from './draft.ts';
import type { Form } from './form.ts';

export function Conflict({ form, onClose }: { form: Form; onClose: () => void }) {
  const { name: site } = useSite();
  const asked = { ...campaignParams(site, form.campaign.id), query: {} };
  const now = useAnswer(consoleApi.readCampaign, asked);
  const theirs = now.data;
  const base = bodyOf(form.base).body;
  const { body: mine, faults } = bodyOf(form.draft);
  return (
    <ConflictDialog
      what="campaign"
      asked={now}
      theirs={
        theirs && {
          by: theirs.updatedBy,
          at: theirs.updatedAt,
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
