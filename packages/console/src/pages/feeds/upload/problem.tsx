// Why the last work on a file failed, and what to do.
import { Alert, Text } from '@mantine/core';
import { Icon } from '../../../ui/icons.tsx';
import { remedyOf } from '../labels.ts';
import type { Upload } from './query.ts';

export function Problem({ upload: { problem } }: { upload: Upload }) {
  if (problem === null) return null;
  return (
    <Alert color="red" role="alert" icon={<Icon name="alert" />} title="The feed was not changed">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {problem.detail}
      </Text>
      <Text size="sm" mt={4}>
        {remedyOf(problem.code)}
      </Text>
    </Alert>
  );
}
