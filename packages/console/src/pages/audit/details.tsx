// What an entry changed: each member as it was beside what it became.
import { Box, Code, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../ui/code-block.tsx';
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
  // What was made had nothing before, and of what was deleted nothing is left: one side says all.
  const sides = {
    hasBefore: members.some(({ before }) => before !== undefined),
    hasAfter: members.some(({ after }) => after !== undefined),
  };
  return (
    <Stack gap="sm">
      {members.map((member) => (
        <Member key={member.path} member={member} {...sides} />
      ))}
      {rest !== undefined && <CodeBlock code={rest} what="the details" />}
    </Stack>
  );
}

interface MemberShown {
  readonly member: ChangedMember;
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
}

function Member({ member: { path, before, after }, hasBefore, hasAfter }: MemberShown) {
  return (
    <Box>
      {path !== '' && (
        <Text size="sm" fw={600} mb={4} style={{ overflowWrap: 'anywhere' }}>
          {path}
        </Text>
      )}
      <div className={classes['sides']}>
        {hasBefore && (
          <Side
            words={hasAfter ? 'Before' : 'Before deletion'}
            text={before}
            className={classes['before']}
          />
        )}
        {hasAfter && (
          <Side words={hasBefore ? 'After' : 'New'} text={after} className={classes['after']} />
        )}
      </div>
    </Box>
  );
}

interface SideShown {
  readonly words: string;
  readonly text: string | undefined;
  readonly className: string | undefined;
}

function Side({ words, text, className }: SideShown) {
  return (
    <Box style={{ minWidth: 0 }}>
      <Text size="xs" c="dimmed">
        {words}
      </Text>
      {text === undefined ? (
        <Text size="sm" c="dimmed" px={10} py={6}>
          None
        </Text>
      ) : (
        // Long values scroll, and people without a mouse must be able to scroll them.
        <Code block className={`${classes['side']} ${className}`} tabIndex={0}>
          {text}
        </Code>
      )}
    </Box>
  );
}
