// What the team says of a campaign, the oldest first, each to edit and delete by its author.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import rows from '../../ui/row-list.module.css';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { campaignParams } from './query.ts';

type Comment = Answer<'listComments'>['items'][number];

const stale = [consoleApi.listComments, consoleApi.listAudit];

export function Comments({ id }: { id: number }) {
  const { name: site } = useSite();
  const sent = campaignParams(site, id);
  const { data, error, refetch } = useAnswer(consoleApi.listComments, sent);
  const mayComment = useMay(consoleApi.createComment);
  const create = useChange(consoleApi.createComment, stale);
  const [text, setText] = useState('');
  return (
    <Section title="Comments">
      <ErrorAlert error={error} onRetry={refetch} />
      {!data && !error && <ListSkeleton rows={1} />}
      {data?.items.length === 0 && !mayComment && <Text size="sm">No comments yet.</Text>}
      {data && data.items.length > 0 && (
        <ul className={rows['list'] ?? ''}>
          {data.items.map((one) => (
            <Said key={one.id} campaign={id} comment={one} />
          ))}
        </ul>
      )}
      {mayComment && (
        <Writing
          label="Add a comment"
          text={text}
          onType={setText}
          error={create.error}
          isBusy={create.isPending}
          confirm="Add comment"
          onConfirm={() =>
            create.mutate(
              { ...sent, body: { text: text.trim() } },
              { onSuccess: () => setText('') },
            )
          }
        />
      )}
    </Section>
  );
}

function Said({ campaign, comment }: { campaign: number; comment: Comment }) {
  const { name: site } = useSite();
  const { by, at, text, editedAt, isOwn } = comment;
  const [draft, setDraft] = useState<string>();
  const [isGoing, setIsGoing] = useState(false);
  const replace = useChange(consoleApi.replaceComment, stale);
  const remove = useChange(consoleApi.deleteComment, stale);
  const params = { site, id: String(campaign), comment: String(comment.id) };
  const done = () => setDraft(undefined);
  return (
    <li>
      <Stack gap={4} py="xs" style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs" justify="space-between">
          <Text size="xs" c="dimmed">
            {by} <Time at={at} />
            {editedAt && ', edited'}
          </Text>
          {isOwn && draft === undefined && (
            <Group gap="xs">
              <Button size="compact-xs" variant="subtle" onClick={() => setDraft(text)}>
                Edit comment
              </Button>
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                onClick={() => setIsGoing(true)}
              >
                Delete comment
              </Button>
            </Group>
          )}
        </Group>
        {draft === undefined ? (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {text}
          </Text>
        ) : (
          <Writing
            label="Your comment"
            text={draft}
            onType={setDraft}
            error={replace.error}
            isBusy={replace.isPending}
            confirm="Save comment"
            onConfirm={() =>
              replace.mutate({ params, body: { text: draft.trim() } }, { onSuccess: done })
            }
            onCancel={done}
          />
        )}
      </Stack>
      <ConfirmDialog
        isOpen={isGoing}
        isDangerous
        title="Delete this comment?"
        confirm="Delete comment"
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ params })}
        onClose={() => setIsGoing(false)}
      >
        <Text size="sm">This cannot be undone.</Text>
      </ConfirmDialog>
    </li>
  );
}

interface WritingGiven {
  readonly label: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onCancel?: () => void;
}

function Writing(given: WritingGiven) {
  const { label, text, onType, error, isBusy, confirm, onConfirm, onCancel } = given;
  return (
    <Stack gap="xs" align="flex-start">
      <Textarea
        label={label}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        maxLength={10_000}
        autosize
        minRows={2}
        w="100%"
      />
      <ErrorAlert error={error} />
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          disabled={text.trim() === ''}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
        {onCancel && (
          <Button size="xs" variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Group>
    </Stack>
  );
}
