// Columns of the file in an order: chosen by name, or typed as a path into nested values.
import { TagsInput } from '@mantine/core';
import { pathOf } from '../mapping-draft.ts';

interface Given {
  readonly label: string;
  readonly description?: string;
  readonly paths: readonly string[];
  readonly sources: readonly string[];
  readonly onChange: (paths: readonly string[]) => void;
}

export function PathsField({ label, description, paths, sources, onChange }: Given) {
  return (
    <TagsInput
      label={label}
      {...(description !== undefined && { description })}
      placeholder={paths.length === 0 ? 'Choose a column' : ''}
      style={{ flex: '1 1 14rem', minWidth: 0 }}
      maxDropdownHeight={260}
      maxTags={10}
      splitChars={[]}
      data={sources.map(pathOf)}
      value={[...paths]}
      onChange={onChange}
    />
  );
}
