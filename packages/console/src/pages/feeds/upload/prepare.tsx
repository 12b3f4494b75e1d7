// Before a file is published: how the feed would change, what its items look like then, and what
// each of its columns becomes.
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import type { Feed } from '../feed.ts';
import { CompareAndPublish, isTwoWays } from './compare-and-publish.tsx';
import { Detected } from './detected.tsx';
import { type FileForm, formOf, hasValues } from './draft.ts';
import { MappingSection } from './mapping/mapping-section.tsx';
import { NotInFile } from './not-in-file.tsx';
import { Preview } from './preview.tsx';
import { Problem } from './problem.tsx';
import { type Detection, type Upload, uploadParams } from './query.ts';
import { ReadingFields } from './reading-fields.tsx';
import { Refused } from './refused.tsx';
import { SheetField } from './sheet-field.tsx';
import { TwoWays } from './two-ways-field.tsx';
import { useMapping } from './use-mapping.ts';

interface Given {
  readonly feed: Feed;
  readonly upload: Upload;
  readonly detection: Detection;
}

/** What the file is like, read by the teammate's settings: wrong ones give other columns. */
export function Prepare({ feed, upload, detection }: Given) {
  const { name: site } = useSite();
  const [form, setForm] = useState(() => formOf(upload));
  const again = useAnswer(
    consoleApi.detectUpload,
    { ...uploadParams(site, feed.id, upload.id), body: form },
    { isWanted: hasValues(form), keepsPrevious: true },
  );
  // A mapping that was remembered is of the columns as they were read then.
  const [isRemembered] = useState(() => hasValues(form));
  const given = { feed, upload, detection, form, onForm: setForm };
  const isAsDetected = !hasValues(form);
  const read = isAsDetected ? detection : (again.data ?? detection);
  return (
    <>
      <Detected detection={read}>
        <SheetField {...given} isReading={!isAsDetected && again.isFetching} />
      </Detected>
      <Problem upload={upload} />
      {isRemembered && !isAsDetected && !again.data && !again.error ? (
        <ListSkeleton rows={6} />
      ) : (
        <Mapped {...given} read={read} error={isAsDetected ? undefined : again.error} />
      )}
    </>
  );
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
  const made = useMapping({ feed, upload, read, form, onForm });
  const { mapping, setMapping, mayPublish, missing, faults, findings, preview, required } = made;
  // Where all columns were recognised, what they become is a detail, below what it would change.
  const [isReady] = useState(missing.length === 0);
  const [isFolded, setFolded] = useState(isReady);
  // Open once, they stay so: a list that folds itself would go from under a teammate's hands.
  if (isFolded && (missing.length > 0 || faults.length > 0)) setFolded(false);
  // Numbers with two readings are never read in one of them before the teammate says which.
  const isAnswered = mapping.numbersConfirmed;
  const found = findings ?? preview.data;
  const notes = (found?.notes ?? []).filter(isTwoWays);
  // A check that runs holds for what was set then; it takes no field from under a hand.
  const isReadOnly = !mayPublish || upload.state === 'publishing';
  const section = (
    <MappingSection
      {...{ missing, required, faults, isFolded, isReadOnly, draft: mapping }}
      sources={read.columns}
      preset={presetOf(read)}
      results={preview.data?.columns ?? []}
      measured={findings?.measured.columns}
      onChange={setMapping}
      onFile={made.takeFile}
    >
      {!isReadOnly && (
        <>
          <Disclosure what="file format">
            <ReadingFields {...{ form, detection, onForm, mapping }} onMapping={setMapping} />
          </Disclosure>
          <ErrorAlert error={error} />
        </>
      )}
    </MappingSection>
  );
  if (!mayPublish) return section;
  const publishing = (
    <CompareAndPublish
      {...{ feed, upload, missing, reading: made.reading }}
      isFaulty={faults.length > 0}
      isUnanswered={notes.length > 0 && !isAnswered}
    />
  );
  const answer = (decimalComma: boolean) =>
    setMapping({ ...mapping, decimalComma, numbersConfirmed: true });
  return (
    <>
      {!isReadOnly && (
        <NotInFile {...{ read, mapping, results: preview.data?.columns }} onMapping={setMapping} />
      )}
      {isReady ? publishing : section}
      <TwoWays
        {...{ notes, results: preview.data?.columns ?? [], onAnswer: answer }}
        decimalComma={isAnswered ? mapping.decimalComma : undefined}
      />
      <Refused
        {...{ required, draft: mapping, refused: found?.refused ?? [] }}
        onChange={setMapping}
      />
      <Preview feedId={feed.id} answer={preview} />
      {isReady ? section : publishing}
    </>
  );
}

/** "Shopify CSV": some systems write several forms. */
function presetOf({ preset, format }: Detection): string | null {
  if (preset === null || preset.includes('.')) return preset;
  return `${preset} ${format.replace('google-', '').toUpperCase()}`;
}
