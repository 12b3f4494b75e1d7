// The mapping of a file under edit, with what it makes of the file's first rows.
import { checkMapping, requiredColumns } from '@attune/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import type { Feed } from '../feed.ts';
import { findingsOf } from './compare-and-publish.tsx';
import { type FileForm, mappingOf, missingIn, readingOf, sourcesOf, suggestedIn } from './draft.ts';
import type { MappingFault } from './mapping/mapping-section.tsx';
import { usePreview } from './preview.tsx';
import type { Detection, Reading, Upload } from './query.ts';

interface Given {
  readonly feed: Feed;
  readonly upload: Upload;
  /** What the file is like, read as `form` says. */
  readonly read: Detection;
  readonly form: FileForm;
}

const waitedMs = 300;

export function useMapping({ feed, upload, read, form }: Given) {
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
  const faults = useMemo(() => faultsOf(reading), [reading]);
  const [asked] = useDebouncedValue(reading, waitedMs, { leading: true });
  const isSent = mayPublish && faultsOf(asked).length === 0;
  return {
    ...{ mapping, setMapping, mayPublish, reading, faults },
    required: requiredColumns(vertical),
    missing: missingIn(mapping, read, vertical),
    preview: usePreview(feed.id, upload, asked, isSent),
    findings: findingsOf({ feed, upload, reading }),
  };
}

function faultsOf({ mapping }: Reading): readonly MappingFault[] {
  const checked = checkMapping(mapping);
  return checked.ok ? [] : checked.faults;
}

/** Whether two looks at a file saw the same columns. */
const columnsOf = (detection: Detection) => sourcesOf(detection).join('\n');
