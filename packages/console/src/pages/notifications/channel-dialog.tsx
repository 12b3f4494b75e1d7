// Making a channel, or changing its events and where they go; a new webhook shows its secret.
import type { ChannelType, NotificationType } from '@attune/contract';
import { Checkbox, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type Channel, channelParams, staleChannels } from './channel.ts';
import { eventLabels, typeLabels, urlHints } from './labels.ts';
import { TheSecret } from './the-secret.tsx';

interface Draft {
  readonly name: string;
  readonly type: ChannelType;
  /** '' where it stays as it is. */
  readonly target: string;
  readonly events: readonly NotificationType[];
  readonly isOn: boolean;
}

const empty: Draft = { name: '', type: 'webhook', target: '', events: [], isOn: true };

/** Of mail the addresses are no secret, and are changed as they are. */
const draftOf = ({ name, type, target, events, isOn }: Channel): Draft => ({
  ...{ name, type, events, isOn },
  target: type === 'email' ? target.replaceAll(', ', '\n') : '',
});

function bodyOf({ name, type, target, events, isOn }: Draft) {
  const lines = target
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const to = type === 'email' ? { addresses: lines } : { url: target.trim() };
  return { ...{ name: name.trim(), events: [...events], isOn }, ...(lines.length > 0 && to) };
}

export function ChannelDialog({ channel, onClose }: { channel?: Channel; onClose: () => void }) {
  const { name: site } = useSite();
  const create = useChange(consoleApi.createChannel, staleChannels);
  const replace = useChange(consoleApi.replaceChannel, staleChannels);
  const [draft, setDraft] = useState(() => (channel ? draftOf(channel) : empty));
  const made = create.data;
  if (made?.secret) {
    return (
      <Dialog onClose={onClose} title="Copy the signing secret" closeOnClickOutside={false}>
        <TheSecret secret={made.secret} onClose={onClose} />
      </Dialog>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = bodyOf(draft);
    if (channel) {
      replace.mutate({ ...channelParams(site, channel.id), body }, { onSuccess: onClose });
    } else {
      const whole = { ...body, type: draft.type };
      const onSuccess = ({ secret }: { secret: string | null }) => secret ?? onClose();
      create.mutate({ params: { site }, body: whole }, { onSuccess });
    }
  };
  const { error, isPending } = channel ? replace : create;
  return (
    <Dialog onClose={onClose} title={channel ? `Edit ${channel.name}` : 'New channel'}>
      <form onSubmit={submit} autoComplete="off">
        <Stack>
          <Fields {...{ draft, channel, error }} set={(part) => setDraft({ ...draft, ...part })} />
          <ErrorAlert error={error} shownElsewhere={['name', 'type', 'url', 'addresses']} />
          <FormFooter isBusy={isPending} onCancel={onClose}>
            {channel ? 'Save channel' : 'Create channel'}
          </FormFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

interface FieldsGiven {
  readonly draft: Draft;
  readonly channel: Channel | undefined;
  readonly error: unknown;
  readonly set: (part: Partial<Draft>) => void;
}

function Fields({ draft, channel, error, set }: FieldsGiven) {
  const faultOf = (field: string) => (error instanceof Problem ? error.faultOf(field) : undefined);
  return (
    <>
      <TextInput
        label="Name"
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={faultOf('name')}
        maxLength={200}
        required
        withAsterisk={false}
        data-autofocus
      />
      {!channel && (
        <NativeSelect
          label="Type"
          data={Object.entries(typeLabels).map(([value, label]) => ({ value, label }))}
          value={draft.type}
          onChange={(event) => set({ type: event.currentTarget.value as ChannelType, target: '' })}
          error={faultOf('type')}
        />
      )}
      <TargetField {...{ draft, channel, set }} fault={faultOf('url') ?? faultOf('addresses')} />
      <Checkbox.Group
        label="Events"
        value={[...draft.events]}
        onChange={(events) => set({ events: events as NotificationType[] })}
      >
        <Stack gap="xs" mt={6}>
          {Object.entries(eventLabels).map(([value, label]) => (
            <Checkbox key={value} {...{ value, label }} />
          ))}
        </Stack>
      </Checkbox.Group>
      {channel && (
        <Switch
          label="On"
          checked={draft.isOn}
          onChange={(event) => set({ isOn: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

type TargetGiven = Pick<FieldsGiven, 'draft' | 'channel' | 'set'> & {
  readonly fault: string | undefined;
};

function TargetField({ draft, channel, set, fault }: TargetGiven) {
  const shared = { value: draft.target, error: fault, withAsterisk: false, spellCheck: false };
  if (draft.type === 'email') {
    return (
      <Textarea
        {...shared}
        label="E-mail addresses"
        description="One on each line, 20 at most."
        autosize
        minRows={2}
        required
        onChange={(event) => set({ target: event.currentTarget.value })}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      label="URL"
      description={channel ? `Leave empty to keep ${channel.target}` : urlHints[draft.type]}
      type="url"
      maxLength={2_000}
      required={!channel}
      onChange={(event) => set({ target: event.currentTarget.value })}
    />
  );
}
