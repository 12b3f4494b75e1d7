// For whom, on which page and with what in the cart a strategy is looked at.
import { Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import type { FeedSeen } from '../use-feed.ts';
import { SkuField, SkusField } from './sku-fields.tsx';
import { byId, type Subject } from './subject.ts';

interface Given {
  readonly subject: Subject;
  readonly onChange: (subject: Subject) => void;
  readonly feed: FeedSeen;
  /** Default true: how many slots can be chosen. */
  readonly hasSlots?: boolean;
}

export function SubjectFields({ subject, onChange, feed, hasSlots = true }: Given) {
  const set = (part: Partial<Subject>) => onChange({ ...subject, ...part });
  return (
    <Stack gap="xs" role="group" aria-label="For whom, and where">
      <WhoField subject={subject} set={set} />
      <SkuField
        label="Item of the page"
        feedId={feed.id}
        value={subject.page}
        onChange={(page) => set({ page })}
      />
      <SkusField
        label="In the cart"
        feedId={feed.id}
        value={subject.cart}
        onChange={(cart) => set({ cart })}
      />
      <Group gap="xs" grow>
        {hasSlots && (
          <NumberInput
            label="Slots"
            min={1}
            max={100}
            allowDecimal={false}
            value={subject.slots}
            onChange={(typed) => typeof typed === 'number' && typed >= 1 && set({ slots: typed })}
          />
        )}
        {feed.locales.length > 0 && (
          <NativeSelect
            label="Locale"
            value={subject.locale}
            data={[{ value: '', label: 'None' }, ...feed.locales]}
            onChange={(event) => set({ locale: event.currentTarget.value })}
          />
        )}
      </Group>
    </Stack>
  );
}

interface WhoGiven {
  readonly subject: Subject;
  readonly set: (part: Partial<Subject>) => void;
}

function WhoField({ subject, set }: WhoGiven) {
  const { name: site } = useSite();
  const settings = useAnswer(consoleApi.readSettings, { params: { site } });
  const types = ['external', 'he', ...(settings.data?.identifierTypes ?? [])];
  const { userKind, user } = subject;
  const isAsked = userKind !== '';
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NativeSelect
        label="User"
        style={{ flex: '1 1 8rem', minWidth: 0 }}
        value={userKind}
        data={[
          { value: '', label: 'Somebody new' },
          { value: byId, label: 'By user id' },
          ...types.map((type) => ({ value: type, label: `By cuid, ${type}` })),
        ]}
        onChange={(event) => set({ userKind: event.currentTarget.value })}
      />
      {isAsked && (
        <TextInput
          aria-label={userKind === byId ? 'User id' : 'Name (cuid)'}
          placeholder={userKind === byId ? '4711' : 'ann-1'}
          style={{ flex: '1 1 8rem', minWidth: 0 }}
          spellCheck={false}
          maxLength={250}
          value={user}
          onChange={(event) => set({ user: event.currentTarget.value })}
        />
      )}
    </Group>
  );
}
