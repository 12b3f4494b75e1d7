// Before a file is published: what becomes of its columns, what its rows look like then, and how
// the feed would change.
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { Warning } from '../../../ui/warning.tsx';
import type { Feed } from '../feed.ts';
import { CompareAndPublish } from './compare-and-publish.tsx';
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
import { MappingFields } from './mapping-fields.tsx';
import { Preview } from './preview.tsx';
import { type Detection, isAtWork, type Upload, uploadParams } from './query.ts';
import { ReadingFields } from './reading-fields.tsx';

interface Given {
  readonly feed: Feed;
  readonly upload: Upload;
  readonly detection: Detection;
}

/** Columns that every feed knows; any other name can be typed. */
const known = [
  ...['sku', 'group_id', 'name', 'url', 'price', 'currency', 'in_stock', 'image_url'],
  ...['categories', 'keywords', 'description', 'brand', 'publish_time'],
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
  const reading = readingOf(form, mapping, read);
  const [asked] = useDebouncedValue(reading, 300, { leading: true });
  const missing = missingIn(mapping, read, vertical);
  const isReadOnly = !mayPublish || isAtWork(upload);
  return (
    <>
      <Section
        title="What becomes of its columns"
        about="A column of the file can become one or more of the feed’s, be kept as it is, or be left out: then nothing stands in its field."
      >
        {missing.length > 0 && (
          <Warning isSaid>
            <Text size="sm">
              Nothing becomes <b>{missing.join(', ')}</b> yet, which every item must have. Choose
              the column of the file that says it.
            </Text>
          </Warning>
        )}
        <MappingFields
          sources={read.columns}
          known={known}
          draft={mapping}
          onChange={setMapping}
          isReadOnly={isReadOnly}
        />
        {!isReadOnly && (
          <Disclosure what="how the file is written">
            <ReadingFields {...{ form, mapping, detection, onForm }} onMapping={setMapping} />
          </Disclosure>
        )}
        <ErrorAlert error={error} />
      </Section>
      {mayPublish && <Preview feedId={feed.id} uploadId={upload.id} reading={asked} />}
      {mayPublish && (
        <CompareAndPublish feed={feed} upload={upload} reading={reading} missing={missing} />
      )}
    </>
  );
}

/** Whether two looks at a file saw the same columns. */
const columnsOf = (detection: Detection) => sourcesOf(detection).join('\n');
