// The mapping of a file: what its rows are, what each column of the feed is made of, and as JSON.
import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Warning } from '../../../../ui/warning.tsx';
import { fileOf, type MappingDraft, type MappingFile } from '../mapping-draft.ts';
import { AsJson } from './as-json.tsx';
import { type ColumnResult, MadeColumns, type MadeGiven, type Source } from './made-columns.tsx';
import { RuleErrors } from './rule-fields.tsx';
import { type Shape, sayShape } from './say-rows.ts';
import { ShapeFields } from './shape-fields.tsx';

export interface MappingFault {
  /** Into the mapping's file. */
  readonly pointer: string;
  readonly detail: string;
}

interface Given {
  readonly sources: readonly Source[];
  readonly draft: MappingDraft;
  /** The system whose file it is, where it is known. */
  readonly preset: string | null;
  readonly required: readonly string[];
  readonly missing: readonly string[];
  readonly results: readonly ColumnResult[];
  /** Of the whole file, where it was checked. */
  readonly measured: MadeGiven['measured'];
  readonly faults: readonly MappingFault[];
  readonly isFolded: boolean;
  readonly isReadOnly: boolean;
  readonly onChange: (draft: MappingDraft) => void;
  /** A whole mapping that was pasted. */
  readonly onFile: (file: MappingFile) => void;
  /** What the file as a whole is, beside its columns. */
  readonly children: ReactNode;
}

/** Columns that every feed knows; any other name can be typed. */
const known = [
  ...['sku', 'group_id', 'name', 'url', 'price', 'currency', 'in_stock', 'image_url'],
  ...['categories', 'keywords', 'description', 'brand', 'publish_time', 'regular_price'],
  ...['sale_price', 'sale_price_effective_date', 'additional_image_urls'],
];

export function MappingSection({ isFolded, children, ...given }: Given) {
  const { draft, preset, missing, faults, isReadOnly, sources, onChange, onFile } = given;
  const names = sources.map(({ column }) => column);
  const shape = draft.shape as Shape;
  const sentences = sayShape(shape);
  const columns = (
    <MadeColumns {...given} known={known} faultsOf={(column) => faultsIn(faults, column)} />
  );
  return (
    <Section
      title="Mapping"
      about={
        preset === null
          ? 'Each column of the feed, and the columns of the file behind it.'
          : `Preset for ${preset}. You can edit it.`
      }
    >
      {missing.length > 0 && (
        <Warning isSaid>
          <Text size="sm">
            No column for <b>{missing.join(', ')}</b> yet. Every item must have one: choose it
            below.
          </Text>
        </Warning>
      )}
      {children}
      {sentences.length > 0 && (
        <List size="sm" aria-label="Rows">
          {sentences.map((sentence) => (
            <List.Item key={sentence} style={{ overflowWrap: 'anywhere' }}>
              {sentence}
            </List.Item>
          ))}
        </List>
      )}
      {isFolded ? <Disclosure what="columns">{columns}</Disclosure> : columns}
      <RuleErrors
        errors={faults
          .filter(({ pointer }) => !isOfColumn(pointer) && pointer !== '/base')
          .map(sayFault)}
      />
      {!isReadOnly && (
        <Disclosure what="rules for rows">
          <ShapeFields
            shape={shape}
            sources={names}
            onChange={(next) => onChange({ ...draft, shape: next as MappingDraft['shape'] })}
          />
        </Disclosure>
      )}
      <AsJson file={fileOf(draft, names)} isReadOnly={isReadOnly} onChange={onFile} />
    </Section>
  );
}

const isOfColumn = (pointer: string) => pointer.startsWith('/columns/');

const sayFault = ({ pointer, detail }: MappingFault) =>
  pointer === '' ? detail : `${pointer.slice(1).replaceAll('/', ', ')} ${detail}`;

/** What is wrong with the rule of a column, in the words of the check. */
function faultsIn(faults: readonly MappingFault[], column: string): readonly string[] {
  const at = `/columns/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return faults
    .filter(({ pointer }) => pointer === at || pointer.startsWith(`${at}/`))
    .map(({ pointer, detail }) => sayFault({ pointer: pointer.slice(at.length), detail }));
}
