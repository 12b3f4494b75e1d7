// From where a feed is fetched, when, and with which credentials.
import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { consoleApi, type EndpointRef } from '../../../api/endpoints.ts';
import { Problem } from '../../../api/problem.ts';
import { useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Feed, feedParams } from '../feed.ts';
import { Contents } from './contents.tsx';
import {
  draftOf,
  errorsOf,
  hasWhole,
  type PartGiven,
  type PullDraft,
  type Pulled,
  sourceOf,
} from './draft.ts';
import { saySchedule, usualMinutes } from './schedule.ts';
import { SourceFields } from './source-fields.tsx';
import { Tested } from './tested.tsx';

interface Given {
  readonly feed: Feed;
  /** Absent: a new one. */
  readonly pull: Pulled | undefined;
  readonly others: readonly Pulled[];
  readonly stale: readonly Pick<EndpointRef, 'path'>[];
  readonly onClose: () => void;
}

export function PullForm({ feed, pull, others, stale, onClose }: Given) {
  const { name: site } = useSite();
  const [draft, setDraft] = useState(() => draftOf(pull, others));
  const save = useChange(consoleApi.replacePull, stale);
  const test = useChange(consoleApi.testPull, []);
  const set = (part: Partial<PullDraft>) => setDraft({ ...draft, ...part });
  const asked = { ...feedParams(site, feed.id), query: { name: draft.name } };
  const [errors, setErrors] = useState<ReturnType<typeof errorsOf>>({});
  const faultOf = (field: string) =>
    errors[field] ?? faultIn(save.error, field) ?? faultIn(test.error, field);
  const tryOut = (tried: PullDraft) =>
    test.mutate({ ...asked, body: sourceOf(tried, pull?.reading) });
  const onSheet = (sheet: string) => {
    const next = { ...draft, sheet, mapping: undefined };
    setDraft(next);
    tryOut(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = errorsOf(draft, pull ? [] : others);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const { isOn, allowShrink, holds } = draft;
    const onlyColumns = holds === 'some' ? draft.onlyColumns : [];
    const body = {
      ...{ ...sourceOf(draft, pull?.reading), isOn, allowShrink, onlyColumns },
      schedule: scheduleOf(draft),
    };
    save.mutate({ ...asked, body }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} autoComplete="off">
      <Section
        title={pull ? `Edit pull ${pull.name}` : 'New pull'}
        about="The format is detected as for an upload. Unchanged files are skipped."
      >
        <SourceFields {...{ draft, set, faultOf }} has={pull?.hasAuthorization ?? false} />
        <Contents {...{ draft, set, faultOf }} isNew={!pull} mayBeWhole={!hasWhole(others)} />
        <When draft={draft} set={set} />
        {draft.holds === 'all' && (
          <Checkbox
            label="Allow files that remove more than half of the items"
            description="When off, such a file is rejected, because it is probably broken."
            checked={draft.allowShrink}
            onChange={(event) => set({ allowShrink: event.currentTarget.checked })}
          />
        )}
        {test.data && <Tested {...{ draft, set, onSheet }} result={test.data} />}
        {test.error && <ErrorAlert error={test.error} shownElsewhere={shown} />}
        <ErrorAlert error={save.error} shownElsewhere={shown} />
        <Group>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Button
            variant="default"
            loading={test.isPending}
            disabled={draft.url.trim() === ''}
            onClick={() => tryOut(draft)}
          >
            Test source
          </Button>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Section>
    </form>
  );
}

const shown = ['url', 's3', 'authorization', 'onlyColumns'];

const faultIn = (error: unknown, field: string) =>
  error instanceof Problem ? error.faultOf(field) : undefined;

const scheduleOf = ({ when, everyMinutes, dailyAt }: PullDraft) =>
  when === 'daily' ? { dailyAt } : { everyMinutes };

function When({ draft, set }: PartGiven) {
  const { timeZone } = useSite();
  const { isOn, when, everyMinutes, dailyAt } = draft;
  const minutes = [...new Set([...usualMinutes, everyMinutes])].sort((a, b) => a - b);
  const choose = (chosen: string) => {
    if (chosen === 'off') return set({ isOn: false });
    if (chosen === 'daily') return set({ isOn: true, when: 'daily' });
    return set({ isOn: true, when: 'every', everyMinutes: Number(chosen) });
  };
  const chosen = when === 'daily' ? 'daily' : String(everyMinutes);
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label="Schedule"
        data={[
          ...minutes.map((one) => ({
            value: String(one),
            label: saySchedule({ everyMinutes: one }, timeZone),
          })),
          { value: 'daily', label: 'Daily at a set time' },
          { value: 'off', label: 'Only on demand' },
        ]}
        value={isOn ? chosen : 'off'}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {isOn && when === 'daily' && (
        <TextInput
          label={`Time (${timeZone})`}
          type="time"
          required
          withAsterisk={false}
          value={dailyAt}
          onChange={(event) => set({ dailyAt: event.currentTarget.value.slice(0, 5) })}
        />
      )}
    </Group>
  );
}
