// The journal of one campaign: hypothesis and owner before, conclusion and decision after.
import { Button, Group, Select, SimpleGrid, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { TeammateSelect } from '../../ui/teammates.tsx';
import { Time } from '../../ui/time.tsx';
import { decisions, isDecision } from '../journal/decisions.ts';
import { campaignParams } from './query.ts';

type Entry = Answer<'readJournalEntry'>;

const stale = [consoleApi.readJournalEntry, consoleApi.listJournal, consoleApi.listAudit];

export function JournalEntry({ id }: { id: number }) {
  const { name: site } = useSite();
  const asked = useAnswer(consoleApi.readJournalEntry, campaignParams(site, id));
  return (
    <Section title="Journal">
      <ErrorAlert error={asked.error} onRetry={asked.refetch} />
      {!asked.data && !asked.error && <ListSkeleton rows={2} />}
      {asked.data && <Fields key={asked.data.changedAt} id={id} entry={asked.data} />}
    </Section>
  );
}

function Fields({ id, entry }: { id: number; entry: Entry }) {
  const { name: site } = useSite();
  const isReadOnly = !useMay(consoleApi.replaceJournalEntry);
  const save = useChange(consoleApi.replaceJournalEntry, stale);
  const { hypothesis, owner, conclusion, decision } = entry;
  const saved = { hypothesis, owner, conclusion, decision };
  const [draft, setDraft] = useState(saved);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const set = (part: Partial<typeof saved>) => setDraft({ ...draft, ...part });
  const area = { autosize: true, minRows: 2, maxLength: 10_000, readOnly: isReadOnly };
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Textarea
          {...area}
          label="Hypothesis"
          value={draft.hypothesis}
          onChange={(event) => set({ hypothesis: event.currentTarget.value })}
        />
        <Textarea
          {...area}
          label="Conclusion"
          value={draft.conclusion}
          onChange={(event) => set({ conclusion: event.currentTarget.value })}
        />
        <TeammateSelect
          label="Owner"
          placeholder="Choose a teammate"
          clearButtonProps={{ 'aria-label': 'Remove owner', tabIndex: 0 }}
          value={draft.owner}
          readOnly={isReadOnly}
          onChange={(owner) => set({ owner })}
        />
        <Select
          label="Decision"
          data={[...decisions]}
          value={draft.decision ?? 'open'}
          allowDeselect={false}
          readOnly={isReadOnly}
          onChange={(value) =>
            isDecision(value) && set({ decision: value === 'open' ? null : value })
          }
        />
      </SimpleGrid>
      {entry.decidedAt && (
        <Text size="sm" c="dimmed">
          Decided by {entry.decidedBy} <Time at={entry.decidedAt} />
        </Text>
      )}
      <ErrorAlert error={save.error} />
      {!isReadOnly && (
        <Group>
          <Button
            variant="default"
            disabled={!isChanged}
            loading={save.isPending}
            onClick={() => save.mutate({ ...campaignParams(site, id), body: draft })}
          >
            Save journal
          </Button>
        </Group>
      )}
    </>
  );
}
