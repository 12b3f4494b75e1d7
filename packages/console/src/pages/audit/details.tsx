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
        Nothing more was noted.
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      {members.map((member) => (
        <Member key={member.path} member={member} />
      ))}
      {rest !== undefined && <CodeBlock code={rest} what="what was noted" />}
    </Stack>
  );
}

function Member({ member: { path, before, after } }: { member: ChangedMember }) {
  return (
    <Box>
      {path !== '' && (
        <Text size="sm" fw={600} mb={4} style={{ overflowWrap: 'anywhere' }}>
          {path}
        </Text>
      )}
      <div className={classes['sides']}>
        <Side words="Before" text={before} className={classes['before']} />
        <Side words="After" text={after} className={classes['after']} />
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
          not there
        </Text>
      ) : (
        // Long values scroll, and whoever has no mouse must be able to scroll them.
        <Code block className={`${classes['side']} ${className}`} tabIndex={0}>
          {text}
        </Code>
      )}
    </Box>
  );
}
