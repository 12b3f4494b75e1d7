// The currency of prices, where a file names none.
import { Select } from '@mantine/core';
import { currencyChoices } from '../../../ui/currencies.ts';
import { constantCurrency, type MappingDraft, withCurrency } from './mapping-draft.ts';

interface Given {
  readonly mapping: MappingDraft;
  readonly onMapping: (mapping: MappingDraft) => void;
}

export function CurrencyField({ mapping, onMapping }: Given) {
  const currency = constantCurrency(mapping);
  return (
    <Select
      label="Currency of prices"
      description="The file names no currency."
      placeholder="The site’s currency"
      maw={320}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the currency' }}
      nothingFoundMessage="No currency found"
      data={currencyChoices(currency)}
      value={currency || null}
      onChange={(chosen) => onMapping(withCurrency(mapping, chosen ?? ''))}
    />
  );
}

/** Is there a price, and neither a currency in the file nor a column that would have it? */
export function lacksCurrency(
  { rules }: MappingDraft,
  { currencies }: { readonly currencies: readonly string[] },
): boolean {
  return currencies.length === 0 && rules.has('price') && rules.get('currency')?.from === undefined;
}
