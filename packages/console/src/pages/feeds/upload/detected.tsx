// What was detected in a file.
import { List, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../../ui/section.tsx';
import { Warning } from '../../../ui/warning.tsx';
import { sayItems } from '../feed.ts';
import { delimiters, formats } from '../labels.ts';
import type { Detection } from './query.ts';

interface Given {
  readonly detection: Detection;
  /** What can be chosen of it. */
  readonly children?: ReactNode;
}

export function Detected({ detection, children }: Given) {
  const { packed, format, encoding, delimiter, rows, isWhole, warnings } = detection;
  const { decimalComma, currencies, preset, sheet } = detection;
  const facts: readonly (readonly [string, string])[] = [
    ['Format', `${formats[format]}${packed === 'no' ? '' : ` (${packed})`}`],
    ...(sheet === undefined ? [] : ([['Sheet', sheet]] as const)),
    ...(preset === null ? [] : ([['Shop system', preset]] as const)),
    ['Rows', isWhole ? sayItems(rows, 'row') : `more than ${sayItems(rows, 'row')}`],
    ['Currency', currencies.length > 0 ? currencies.join(', ') : 'None found'],
    ['Decimals', decimalComma ? 'Comma (12,50)' : 'Point (12.50)'],
    ...(delimiter === null ? [] : ([['Separator', delimiters[delimiter] ?? delimiter]] as const)),
    ...(sheet === undefined ? ([['Encoding', encoding]] as const) : []),
  ];
  return (
    <Section title="File">
      <SimpleGrid cols={{ base: 2, sm: 3, md: facts.length }} component="dl" m={0} spacing="sm">
        {facts.map(([name, said]) => (
          <div key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {said}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {children}
      {warnings.length > 0 && (
        <Warning title="Check the file">
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning} style={{ overflowWrap: 'anywhere' }}>
                {warning}
              </List.Item>
            ))}
          </List>
        </Warning>
      )}
    </Section>
  );
}
