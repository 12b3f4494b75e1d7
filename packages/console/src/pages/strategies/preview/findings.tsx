// What of a draft is probably not meant, each by the name of its place.
import type { PreviewStrategyOutput } from '@attune/contract';
import { List } from '@mantine/core';
import { Warning } from '../../../ui/warning.tsx';
import { sayPlace } from '../recipe/labels.ts';

export function Findings({ answer }: { answer: PreviewStrategyOutput | undefined }) {
  const found = answer?.findings ?? [];
  if (found.length === 0) return null;
  return (
    <Warning title="Warnings" isSaid>
      <List size="sm">
        {found.map(({ pointer, detail }) => (
          <List.Item key={pointer + detail} style={{ overflowWrap: 'anywhere' }}>
            {sayPlace(pointer)}: {detail}
          </List.Item>
        ))}
      </List>
    </Warning>
  );
}
