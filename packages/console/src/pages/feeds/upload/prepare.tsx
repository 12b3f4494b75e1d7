// Before a file is published: what becomes of its columns, what its rows look like then, and how
// the feed would change.
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Section } from '../../../ui/section.tsx';
import { Warning } from '../../../ui/warning.tsx';
import type { Feed } from '../feed.ts';
import { type Detection, isAtWork, type Upload } from './asked.ts';
import { CompareAndPublish } from './compare-and-publish.tsx';
import { missingIn, readingDraftOf, readingOf } from './draft.ts';
import { MappingFields } from './mapping-fields.tsx';
import { Preview } from './preview.tsx';
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

export function Prepare({ feed, upload, detection }: Given) {
  const { vertical } = useSite();
  const mayPublish = useMay(consoleApi.publishUpload);
  const [draft, setDraft] = useState(() => readingDraftOf(upload, detection));
  const reading = readingOf(draft, detection);
  const [asked] = useDebouncedValue(reading, 300, { leading: true });
  const missing = missingIn(draft, detection, vertical);
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
          sources={detection.columns}
          known={known}
          draft={draft.mapping}
          onChange={(mapping) => setDraft({ ...draft, mapping })}
          isReadOnly={isReadOnly}
        />
        {!isReadOnly && (
          <Disclosure what="how the file is written">
            <ReadingFields draft={draft} detection={detection} onChange={setDraft} />
          </Disclosure>
        )}
      </Section>
      {mayPublish && <Preview feedId={feed.id} uploadId={upload.id} reading={asked} />}
      {mayPublish && (
        <CompareAndPublish feed={feed} upload={upload} reading={reading} missing={missing} />
      )}
    </>
  );
}
