// What an entry changed: each member as it was beside what it became.
import { Code, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../ui/code-block.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { type ChangedMember, readDetails } from './changes.ts';
import classes from './entries.module.css';

export function Details({ details }: { details: unknown }) {
  const { members, rest } = readDetails(details);
  if (members.length === 0 && rest === undefined) {
    return (
      <Text size="sm" c="dimmed">
        No details were recorded.
      </Text>
    );
  }
  // A new thing had nothing before, and of a deleted one nothing is left: one side says it all.
  const sides = {
    hasBefore: members.some(({ before }) => before !== undefined),
    hasAfter: members.some(({ after }) => after !== undefined),
  };
  return (
    <Stack gap="sm">
      {members.length > 0 && <Members members={members} {...sides} />}
      {rest !== undefined && <CodeBlock code={rest} what="the details" />}
    </Stack>
  );
}

interface MembersShown {
  readonly members: readonly ChangedMember[];
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
}

function Members({ members, hasBefore, hasAfter }: MembersShown) {
  const heads = [
    'Field',
    ...(hasBefore ? [hasAfter ? 'Before' : 'Before deletion'] : []),
    ...(hasAfter ? [hasBefore ? 'After' : 'New'] : []),
  ];
  return (
    <StackedTable
      label="Changed fields"
      heads={heads}
      rows={members.map(({ path, before, after }) => ({
        key: path,
        cells: [
          path || 'Whole',
          ...(hasBefore ? [<Side key="before" text={before} of="before" />] : []),
          ...(hasAfter ? [<Side key="after" text={after} of="after" />] : []),
        ],
      }))}
    />
  );
}

function Side({ text, of }: { text: string | undefined; of: 'before' | 'after' }) {
  if (text === undefined) {
    return (
      <Text size="sm" c="dimmed" span>
        None
      </Text>
    );
  }
  const isLong = text.includes('\n') || text.length > 200;
  const className = `${classes['side']} ${classes[of]}`;
  // Long values scroll, and people without a mouse must be able to scroll them.
  return isLong ? (
    <Code block className={className} tabIndex={0}>
      {text}
    </Code>
  ) : (
    <Code className={className}>{text}</Code>
  );
}
