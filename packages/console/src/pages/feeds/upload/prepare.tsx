// Before a file is published: how the feed would change, what its items look like then, and what
// each of its columns becomes.
import { requiredColumns } from '@attune/core';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { Warning } from '../../../ui/warning.tsx';
import type { Feed } from '../feed.ts';
import { CompareAndPublish, findingsOf } from './compare-and-publish.tsx';
import { CurrencyField, lacksCurrency } from './currency-field.tsx';
import {
  type FileForm,
  formOf,
  hasValues,
  mappingOf,
  missingIn,
  readingOf,
  sourcesOf,
  suggestedIn,
} from './draft.ts';
import type { MappingDraft } from './mapping-draft.ts';
import { MappingFields } from './mapping-fields.tsx';
import { Preview, usePreview } from './preview.tsx';
import { type Detection, type Upload, uploadParams } from './query.ts';
import { ReadingFields } from './reading-fields.tsx';
import { Refused } from './refused.tsx';

interface Given {
  readonly feed: Feed;
  readonly upload: Upload;
  readonly detection: Detection;
}

/** Columns that every feed knows; any other name can be typed. */
const known = [
  ...['sku', 'group_id', 'name', 'url', 'price', 'currency', 'in_stock', 'image_url'],
  ...['categories', 'keywords', 'description', 'brand', 'publish_time'],
  ...['sale_price', 'sale_price_effective_date', 'additional_image_urls'],
];

/** What the file is like, read by the teammate's settings: wrong ones give other columns. */
export function Prepare({ feed, upload, detection }: Given) {
  const { name: site } = useSite();
  const [form, setForm] = useState(() => formOf(upload));
  const again = useAnswer(
    consoleApi.detectUpload,
    { ...uploadParams(site, feed.id, upload.id), body: form },
    { isWanted: hasValues(form), keepsPrevious: true },
  );
  const given = { feed, upload, detection, form, onForm: setForm };
  if (!hasValues(form)) return <Mapped {...given} read={detection} />;
  if (!again.data && !again.error) return <ListSkeleton rows={6} />;
  return <Mapped {...given} read={again.data ?? detection} error={again.error} />;
}

interface MappedGiven extends Given {
  /** What the file is like, read as `form` says. */
  readonly read: Detection;
  readonly form: FileForm;
  readonly onForm: (form: FileForm) => void;
  /** Why it cannot be read so. */
  readonly error?: unknown;
}

function Mapped({ feed, upload, detection, read, form, onForm, error }: MappedGiven) {
  const { vertical } = useSite();
  const mayPublish = useMay(consoleApi.publishUpload);
  const [mapping, setMapping] = useState(() => mappingOf(upload, read));
  const [columns, setColumns] = useState(() => columnsOf(read));
  // As if it were another file: the mapping of its columns does not apply to these.
  if (columns !== columnsOf(read)) {
    setColumns(columnsOf(read));
    setMapping(suggestedIn(read));
  }
  const reading = useMemo(() => readingOf(form, mapping, read), [form, mapping, read]);
  const [asked] = useDebouncedValue(reading, 300, { leading: true });
  const preview = usePreview(feed.id, upload.id, asked, mayPublish);
  const found = findingsOf({ feed, upload, reading }) ?? preview.data;
  const missing = missingIn(mapping, read, vertical);
  // Where all columns were recognised, what they become is a detail, below what it would change.
  const [isReady] = useState(missing.length === 0);
  const [isFolded, setFolded] = useState(isReady);
  // Open once, they stay so: a list that folds itself would go from under a teammate's hands.
  if (isFolded && missing.length > 0) setFolded(false);
  const columnsShown = (
    <Columns
      {...{ read, form, onForm, mapping, detection, missing, error, isFolded }}
      // A check that runs holds for what was set then; it takes no field from under a hand.
      isReadOnly={!mayPublish || upload.state === 'publishing'}
      onMapping={setMapping}
    />
  );
  if (!mayPublish) return columnsShown;
  return (
    <>
      {!isReady && columnsShown}
      {isReady && (
        <CompareAndPublish feed={feed} upload={upload} reading={reading} missing={missing} />
      )}
      <Refused
        refused={found?.refused ?? []}
        required={requiredColumns(vertical)}
        draft={mapping}
        onChange={setMapping}
      />
      <Preview feedId={feed.id} answer={preview} />
      {isReady && columnsShown}
      {!isReady && (
        <CompareAndPublish feed={feed} upload={upload} reading={reading} missing={missing} />
      )}
    </>
  );
}

interface ColumnsGiven extends Omit<MappedGiven, 'feed' | 'upload'> {
  readonly mapping: MappingDraft;
  readonly onMapping: (mapping: MappingDraft) => void;
  /** Columns that items must have and that nothing becomes. */
  readonly missing: readonly string[];
  readonly isFolded: boolean;
  readonly isReadOnly: boolean;
}

function Columns({
  read,
  mapping,
  detection,
  missing,
  isFolded,
  isReadOnly,
  ...more
}: ColumnsGiven) {
  const { form, onForm, onMapping, error } = more;
  const fields = (
    <MappingFields
      sources={read.columns}
      known={known}
      draft={mapping}
      onChange={onMapping}
      isReadOnly={isReadOnly}
    />
  );
  return (
    <Section title="Columns" about="Choose what each column of the file is in the feed.">
      {missing.length > 0 && (
        <Warning isSaid>
          <Text size="sm">
            No column for <b>{missing.join(', ')}</b> yet. Every item must have one: choose it
            below.
          </Text>
        </Warning>
      )}
      {!isReadOnly && lacksCurrency(mapping, read) && (
        <CurrencyField mapping={mapping} onMapping={onMapping} />
      )}
      {isFolded ? <Disclosure what="columns">{fields}</Disclosure> : fields}
      {!isReadOnly && (
        <Disclosure what="file format">
          <ReadingFields {...{ form, mapping, detection, onForm }} onMapping={onMapping} />
        </Disclosure>
      )}
      <ErrorAlert error={error} />
    </Section>
  );
}

/** Whether two looks at a file saw the same columns. */
const columnsOf = (detection: Detection) => sourcesOf(detection).join('\n');
