// What a file does not say of its prices and addresses. It stands above what a check finds, which
// grows when it ends, so that no field moves from under a hand.
import { Group } from '@mantine/core';
import { Section } from '../../../ui/section.tsx';
import { CurrencyField, lacksCurrency } from './currency-field.tsx';
import type { MappingDraft } from './mapping-draft.ts';
import type { Detection } from './query.ts';
import { lacksAddress, ShopField } from './shop-field.tsx';

interface Given {
  /** What the file is like, read as the teammate set it. */
  readonly read: Detection;
  readonly mapping: MappingDraft;
  readonly onMapping: (mapping: MappingDraft) => void;
}

export function NotInFile({ read, ...given }: Given) {
  const hasNoAddress = lacksAddress(given.mapping);
  const hasNoCurrency = lacksCurrency(given.mapping, read);
  if (!hasNoAddress && !hasNoCurrency) return null;
  return (
    <Section title="Not in the file">
      <Group align="flex-start" gap="lg">
        {hasNoAddress && <ShopField {...given} description="The file has addresses without it." />}
        {hasNoCurrency && <CurrencyField {...given} />}
      </Group>
    </Section>
  );
}
