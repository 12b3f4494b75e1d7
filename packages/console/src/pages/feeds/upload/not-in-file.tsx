// What a file does not say of its prices and addresses. It stands above what a check finds, which
// grows when it ends, so that no field moves from under a hand.
import { Group } from '@mantine/core';
import { Section } from '../../../ui/section.tsx';
import { CurrencyField, lacksCurrency } from './currency-field.tsx';
import type { ColumnResult } from './mapping/made-columns.tsx';
import type { MappingDraft } from './mapping-draft.ts';
import { pathsIn } from './paths-alone.ts';
import type { Detection } from './query.ts';
import { ShopField } from './shop-field.tsx';

interface Given {
  /** What the file is like, read as the teammate set it. */
  readonly read: Detection;
  readonly mapping: MappingDraft;
  /** What the mapping makes of the first rows; undefined: it is not known yet. */
  readonly results: readonly ColumnResult[] | undefined;
  readonly onMapping: (mapping: MappingDraft) => void;
}

export function NotInFile({ read, results, mapping, onMapping }: Given) {
  const paths = pathsIn(mapping, { paths: read.paths ?? [], results });
  const hasNoCurrency = lacksCurrency(mapping, read);
  if (!paths && !hasNoCurrency) return null;
  return (
    <Section title="Not in the file">
      <Group align="flex-start" gap="lg">
        {paths && (
          <ShopField
            base={mapping.base}
            example={paths.example}
            onBase={(base) => onMapping({ ...mapping, base })}
          />
        )}
        {hasNoCurrency && <CurrencyField {...{ mapping, onMapping }} />}
      </Group>
    </Section>
  );
}
