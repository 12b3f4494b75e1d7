// The user, page and cart that a strategy is previewed for.
import { NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
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
  /** Further fields. */
  readonly children?: ReactNode;
}

export function SubjectFields({ subject, onChange, feed, hasSlots = true, children }: Given) {
  const set = (part: Partial<Subject>) => onChange({ ...subject, ...part });
  return (
    <SimpleGrid cols={2} spacing="sm" verticalSpacing={8} role="group" aria-label="Preview for">
      <WhoFields subject={subject} set={set} />
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
      {feed.locales.length > 0 && (
        <NativeSelect
          label="Locale"
          size="xs"
          value={subject.locale}
          data={[{ value: '', label: 'None' }, ...feed.locales]}
          onChange={(event) => set({ locale: event.currentTarget.value })}
        />
      )}
      {hasSlots && (
        <NumberInput
          label="Slots"
          size="xs"
          min={1}
          max={100}
          allowDecimal={false}
          value={subject.slots}
          onChange={(typed) => typeof typed === 'number' && typed >= 1 && set({ slots: typed })}
        />
      )}
      {children}
    </SimpleGrid>
  );
}

interface WhoGiven {
  readonly subject: Subject;
  readonly set: (part: Partial<Subject>) => void;
}

function WhoFields({ subject, set }: WhoGiven) {
  const { name: site } = useSite();
  const settings = useAnswer(consoleApi.readSettings, { params: { site } });
  const types = ['external', 'he', ...(settings.data?.identifierTypes ?? [])];
  const { userKind, user } = subject;
  return (
    <>
      <NativeSelect
        label="User"
        size="xs"
        value={userKind}
        data={[
          { value: '', label: 'Somebody new' },
          { value: byId, label: 'By user id' },
          ...types.map((type) => ({ value: type, label: `By cuid, ${type}` })),
        ]}
        onChange={(event) => set({ userKind: event.currentTarget.value })}
      />
      {userKind !== '' && (
        <TextInput
          label={userKind === byId ? 'User id' : 'Name (cuid)'}
          placeholder={userKind === byId ? '4711' : 'ann-1'}
          size="xs"
          spellCheck={false}
          maxLength={250}
          value={user}
          onChange={(event) => set({ user: event.currentTarget.value })}
        />
      )}
    </>
  );
}
