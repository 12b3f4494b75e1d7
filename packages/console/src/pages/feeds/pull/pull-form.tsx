// From where a feed is fetched, when, and with which credentials.
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  PasswordInput,
  Radio,
  Stack,
  TextInput,
} from '@mantine/core';
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
  authorizationOf,
  draftOf,
  errorsOf,
  hasWhole,
  type PartGiven,
  type PullDraft,
  type Pulled,
} from './draft.ts';
import { saySchedule, usualMinutes } from './schedule.ts';

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
  const set = (part: Partial<PullDraft>) => setDraft({ ...draft, ...part });
  const [errors, setErrors] = useState<ReturnType<typeof errorsOf>>({});
  const faultOf = (field: string) =>
    errors[field] ?? (save.error instanceof Problem ? save.error.faultOf(field) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = errorsOf(draft, pull ? [] : others);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const authorization = authorizationOf(draft);
    const { name, url, isOn, allowShrink, holds } = draft;
    const onlyColumns = holds === 'some' ? draft.onlyColumns : [];
    const body = {
      ...{ url: url.trim(), isOn, allowShrink, onlyColumns, schedule: scheduleOf(draft) },
      ...(pull && { reading: pull.reading }),
      ...(authorization !== undefined && { authorization }),
    };
    save.mutate({ ...feedParams(site, feed.id), query: { name }, body }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} autoComplete="off">
      <Section
        title={pull ? `Edit pull ${pull.name}` : 'Pull from URL'}
        about="The format is detected as for an upload. Unchanged files are skipped."
      >
        <TextInput
          label="File URL"
          description="A public http or https address."
          placeholder="https://shop.example/products.xml"
          type="url"
          required
          withAsterisk={false}
          maxLength={2_000}
          spellCheck={false}
          value={draft.url}
          error={faultOf('url')}
          onChange={(event) => set({ url: event.currentTarget.value })}
        />
        <Contents {...{ draft, set, faultOf }} isNew={!pull} mayBeWhole={!hasWhole(others)} />
        <When draft={draft} set={set} />
        <Authorization draft={draft} set={set} has={pull?.hasAuthorization ?? false} />
        {draft.holds === 'all' && (
          <Checkbox
            label="Allow files that remove more than half of the items"
            description="When off, such a file is rejected, because it is probably broken."
            checked={draft.allowShrink}
            onChange={(event) => set({ allowShrink: event.currentTarget.checked })}
          />
        )}
        <ErrorAlert error={save.error} shownElsewhere={['url', 'onlyColumns']} />
        <Group>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Section>
    </form>
  );
}

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

function Authorization({ draft, set, has }: PartGiven & { readonly has: boolean }) {
  const { proof, username, password, header } = draft;
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Authorization"
        description="Stored encrypted, sent only to this host, never shown again."
        value={proof}
        onChange={(chosen) => set({ proof: chosen as PullDraft['proof'] })}
      >
        <Group gap="md" mt={6}>
          {has && <Radio value="kept" label="Keep current" />}
          <Radio value="none" label="None" />
          <Radio value="basic" label="User name and password" />
          <Radio value="header" label="Custom header" />
        </Group>
      </Radio.Group>
      {proof === 'basic' && (
        <Group gap="sm" align="flex-start">
          <TextInput
            label="User name"
            maxLength={200}
            autoComplete="off"
            value={username}
            onChange={(event) => set({ username: event.currentTarget.value })}
          />
          <PasswordInput
            label="Password"
            maxLength={200}
            autoComplete="new-password"
            value={password}
            onChange={(event) => set({ password: event.currentTarget.value })}
          />
        </Group>
      )}
      {proof === 'header' && (
        <PasswordInput
          label="Authorization header"
          placeholder="Bearer …"
          required
          withAsterisk={false}
          maxLength={4_000}
          autoComplete="new-password"
          value={header}
          onChange={(event) => set({ header: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
