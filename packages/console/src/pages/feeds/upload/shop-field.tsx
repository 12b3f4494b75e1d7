// The address of the shop, where a file names pages and pictures without it.
import { TextInput } from '@mantine/core';

interface Given {
  readonly base: string | undefined;
  readonly onBase: (base: string | undefined) => void;
  /** One of the paths; undefined: none was read yet. */
  readonly example?: string | undefined;
}

export function ShopField({ base, onBase, example }: Given) {
  const isWrong = base !== undefined && !(URL.canParse(base) && /^https?:\/\//i.test(base));
  const paths = example === undefined ? 'paths' : `paths such as ${example}`;
  return (
    <TextInput
      label="Your shop’s address"
      description={`The file has ${paths} instead of whole addresses.`}
      placeholder="https://shop.example"
      type="url"
      maw={320}
      value={base ?? ''}
      {...(isWrong && { error: 'Enter an address such as https://shop.example.' })}
      onChange={({ currentTarget }) => onBase(currentTarget.value.trim() || undefined)}
    />
  );
}
