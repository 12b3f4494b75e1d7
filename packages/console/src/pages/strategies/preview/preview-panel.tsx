// What a strategy gives, as it is written: for a chosen user and page, beside another strategy.
import { Alert, NativeSelect, Stack, Text } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useEvery } from '../../../api/every.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import type { FeedSeen } from '../use-feed.ts';
import { sayDifference } from './compare.ts';
import type { Slot } from './item-card.tsx';
import { ItemList } from './item-list.tsx';
import classes from './preview.module.css';
import type { Subject } from './subject.ts';
import { SubjectFields } from './subject-fields.tsx';
import { Trace } from './trace.tsx';
import type { Previewed } from './use-preview.ts';

interface Given {
  readonly subject: Subject;
  readonly onSubject: (subject: Subject) => void;
  readonly feed: FeedSeen;
  /** What the draft gives. */
  readonly draft: Previewed;
  /** Why the draft cannot be previewed as it is. */
  readonly isUnfinished: boolean;
  readonly other: Previewed;
  /** With what it is compared: '', `saved`, or the id of a strategy. */
  readonly against: string;
  readonly onAgainst: (against: string) => void;
  /** The strategy that is edited, which is not offered. */
  readonly strategy: number;
}

export function PreviewPanel(given: Given) {
  const { subject, onSubject, feed, draft, other, against, isUnfinished } = given;
  const error = draft.error ?? (against === '' ? null : other.error);
  const isOld = draft.isOld || (against !== '' && other.isOld);
  return (
    <Section title="Preview" about="Uses the draft, saved or not. Nothing is recorded.">
      <SubjectFields subject={subject} onChange={onSubject} feed={feed}>
        <Against {...given} />
      </SubjectFields>
      <Text size="sm" role="status" c="dimmed" mih={20}>
        {sayState(given, isOld)}
      </Text>
      {!isUnfinished && <ErrorAlert error={error} shownElsewhere={['strategy']} />}
      {!draft.answer && !error && !isUnfinished && <ListSkeleton rows={4} />}
      {draft.answer && (
        <>
          {draft.answer.warnings.map(({ code, message }) => (
            <Alert key={`${code} ${message}`} color="yellow" icon={<Icon name="alert" />}>
              <Text size="sm">{message}</Text>
            </Alert>
          ))}
          <Lists
            draft={draft.answer.slots}
            other={against === '' ? undefined : other.answer?.slots}
            isOld={isOld || isUnfinished}
          />
          <Trace answer={draft.answer} />
        </>
      )}
    </Section>
  );
}

function sayState({ draft, other, against, isUnfinished }: Given, isOld: boolean): string {
  if (isUnfinished) return 'Fix the marked fields to see a preview.';
  if (isOld) return 'Asking…';
  if (against === '' || !draft.answer || !other.answer) return '';
  return sayDifference(draft.answer.slots, other.answer.slots);
}

function Against({ against, onAgainst, strategy }: Given) {
  const { name: site } = useSite();
  const others = useEvery(consoleApi.listStrategies, site).data ?? [];
  return (
    <NativeSelect
      label="Compare with"
      size="xs"
      value={against}
      data={[
        { value: '', label: 'Nothing' },
        { value: 'saved', label: 'This strategy as it is saved' },
        ...others
          .filter(({ id }) => id !== strategy)
          .map((one) => ({ value: String(one.id), label: one.strategy.name })),
      ]}
      onChange={(event) => onAgainst(event.currentTarget.value)}
    />
  );
}

interface ListsGiven {
  readonly draft: readonly Slot[];
  readonly other: readonly Slot[] | undefined;
  readonly isOld: boolean;
}

function Lists({ draft, other, isOld }: ListsGiven) {
  if (!other) return <ItemList slots={draft} label="Items of the draft" isOld={isOld} />;
  return (
    <div className={classes['lists']}>
      <Stack gap={6}>
        <Text size="sm" fw={600}>
          The draft
        </Text>
        <ItemList slots={draft} beside={other} label="Items of the draft" isOld={isOld} />
      </Stack>
      <Stack gap={6}>
        <Text size="sm" fw={600}>
          The other
        </Text>
        <ItemList slots={other} beside={draft} label="Items of the other" isOld={isOld} />
      </Stack>
    </div>
  );
}
