// The address of the shop, where a file names pages and pictures without it.
import { TextInput } from '@mantine/core';
import type { MappingDraft } from './mapping-draft.ts';

interface Given {
  readonly mapping: MappingDraft;
  readonly onMapping: (mapping: MappingDraft) => void;
  readonly description?: string;
}

export function ShopField({ mapping, onMapping, description }: Given) {
  const { base } = mapping;
  const isWrong = base !== undefined && !(URL.canParse(base) && /^https?:\/\//i.test(base));
  return (
    <TextInput
      label="Address of the shop"
      {...(description !== undefined && { description })}
      placeholder="https://shop.example"
      type="url"
      maw={320}
      value={base ?? ''}
      {...(isWrong && { error: 'Enter an address such as https://shop.example.' })}
      onChange={({ currentTarget }) =>
        onMapping({ ...mapping, base: currentTarget.value.trim() || undefined })
      }
    />
  );
}

/** Are there addresses that the file leaves for the shop's own to complete? */
export const lacksAddress = ({ rules }: MappingDraft): boolean =>
  [...rules.values()].some(
    ({ as, template = [] }) =>
      as === 'url' && [template].flat().some((text) => text.startsWith('/')),
  );
