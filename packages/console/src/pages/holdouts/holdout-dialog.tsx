// Making and changing a holdout: its name, its share, and from which campaigns it keeps users out.
import { NumberInput, Stack, TagsInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useSaving } from '../../api/saving.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { NameField } from '../../ui/name-field.tsx';
import type { Holdout } from './holdout.ts';

export function HoldoutDialog({ holdout, onClose }: { holdout?: Holdout; onClose: () => void }) {
  const before = holdout?.holdout;
  const [name, setName] = useState(before?.name ?? '');
  const [percent, setPercent] = useState<number | string>(before ? 100 * before.share : 5);
  const [labels, setLabels] = useState<string[]>(before?.labels ?? []);
  const [isTried, setTried] = useState(false);
  const { name: site } = useSite();
  const { save, error, isPending } = useSaving(endpoints, {
    site,
    before: holdout,
    onSuccess: onClose,
  });
  const isComplete = name.trim() !== '' && typeof percent === 'number';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isComplete) return;
    const share = Number((percent / 100).toFixed(6));
    save({ name: name.trim(), share, ...(labels.length > 0 && { labels }) });
  };
  const fault = error instanceof Problem ? error.faultOf('name') : undefined;
  return (
    <Dialog onClose={onClose} title={before ? `Edit ${before.name}` : 'New holdout'}>
      <form onSubmit={submit} autoComplete="off">
        <Stack>
          <NameField
            value={name}
            onChange={setName}
            error={isTried && name.trim() === '' ? 'Enter a name.' : fault}
            data-autofocus
          />
          <NumberInput
            label="Share of all users, %"
            description="If you raise it later, held-out users stay held out."
            value={percent}
            onChange={setPercent}
            min={0}
            max={50}
            decimalScale={4}
            error={isTried && typeof percent !== 'number' && 'Enter a number from 0 to 50.'}
          />
          <TagsInput
            label="Labels"
            description="Only campaigns with one of these labels; leave empty for all campaigns."
            value={labels}
            onChange={setLabels}
            maxTags={20}
          />
          <ErrorAlert error={error} shownElsewhere={['name']} />
          <FormFooter isBusy={isPending} onCancel={onClose}>
            {before ? 'Save holdout' : 'Create holdout'}
          </FormFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

const endpoints = {
  create: consoleApi.createHoldout,
  replace: consoleApi.replaceHoldout,
  stale: [consoleApi.listHoldouts],
};
