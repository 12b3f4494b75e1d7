// The mapping of a file under edit, with what it makes of the file's first rows.
import { checkMapping, requiredColumns } from '@attune/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import type { Feed } from '../feed.ts';
import { findingsOf } from './compare-and-publish.tsx';
import {
  type FileForm,
  mappingOf,
  missingIn,
  readingOf,
  sheetOf,
  sourcesOf,
  suggestedIn,
  withSheet,
} from './draft.ts';
import type { MappingFault } from './mapping/mapping-section.tsx';
import { draftOf, type MappingFile } from './mapping-draft.ts';
import { usePreview } from './preview.tsx';
import type { Detection, Reading, Upload } from './query.ts';

interface Given {
  readonly feed: Feed;
  readonly upload: Upload;
  /** What the file is like, read as `form` says. */
  readonly read: Detection;
  readonly form: FileForm;
  readonly onForm: (form: FileForm) => void;
}

const waitedMs = 300;

export function useMapping({ feed, upload, read, form, onForm }: Given) {
  const { vertical } = useSite();
  const mayPublish = useMay(consoleApi.publishUpload);
  const [mapping, setMapping] = useState(() => mappingOf(upload, read));
  const [columns, setColumns] = useState(() => columnsOf(read));
  const [pasted, setPasted] = useState<MappingFile>();
  // As if it were another file: the mapping of its columns does not apply to these.
  if (columns !== columnsOf(read)) {
    setColumns(columnsOf(read));
    const isOfSheet = pasted !== undefined && sheetOf(pasted) === read.sheet;
    setMapping(isOfSheet ? draftOf(pasted, sourcesOf(read)) : suggestedIn(read));
    setPasted(undefined);
  }
  /** A whole mapping, which may be of another sheet. */
  const takeFile = (file: MappingFile) => {
    const isElsewhere = file.sheet !== undefined && file.sheet !== read.sheet;
    if (isElsewhere && read.sheets?.includes(String(file.sheet))) {
      setPasted(file);
      onForm(withSheet(form, String(file.sheet), upload.detection));
    } else setMapping(draftOf(file, sourcesOf(read)));
  };
  const reading = useMemo(() => readingOf(form, mapping, read), [form, mapping, read]);
  const faults = useMemo(() => faultsOf(reading), [reading]);
  const [asked] = useDebouncedValue(reading, waitedMs, { leading: true });
  const isSent = mayPublish && faultsOf(asked).length === 0;
  return {
    ...{ mapping, setMapping, takeFile, mayPublish, reading, faults },
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

/** Whether two looks at a file saw the same columns of the same sheet. */
const columnsOf = (detection: Detection) =>
  [detection.sheet ?? '', ...sourcesOf(detection)].join('\n');
