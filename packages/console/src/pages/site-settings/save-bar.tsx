// What is not saved yet, the buttons that save or discard it, and when what was saved is in force.
import { CloseButton, Group } from '@mantine/core';
import { isProblem } from '../../api/problem.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldErrorsNotice, NotSaved, SaveBarFrame } from '../../ui/save-bar.tsx';
import { changedLabels } from './draft.ts';
import type { Form } from './form.ts';
import { InForce } from './in-force.tsx';

/** Fields that show their faults themselves. */
const atFields = [
  'vertical',
  'features',
  'timeZone',
  'currency',
  'requireConsent',
  'requireIdentityToken',
  'decisionLog',
  'retentionDays',
  'auditRetentionDays',
  'nightlyExport',
  'learningCap',
  'internalTraffic',
  'affinity',
];

/** Errors at fields are not repeated here, so that the bar leaves the fields in sight. */
function Refusal({ error }: { error: unknown }) {
  const faults = (isProblem(error) && error.document.errors) || [];
  const isTold = ({ pointer }: (typeof faults)[number]) =>
    atFields.includes(pointer.split('/')[1] ?? '');
  if (faults.length === 0 || !faults.every(isTold)) {
    return <ErrorAlert error={error} shownElsewhere={atFields} />;
  }
  return <FieldErrorsNotice />;
}

export function SaveBar({ form }: { form: Form }) {
  const changed = changedLabels(form.draft);
  const { error, savedRevision } = form;
  if (changed.length === 0 && !error && savedRevision === undefined) return null;
  return (
    <SaveBarFrame>
      <Refusal error={error} />
      {changed.length > 0 ? (
        <NotSaved
          changed={changed.join(', ')}
          save="Save"
          isSaving={form.isSaving}
          onDiscard={form.discard}
        />
      ) : (
        savedRevision !== undefined && (
          <Group justify="space-between" wrap="nowrap">
            <InForce key={savedRevision} revision={savedRevision} />
            <CloseButton aria-label="Close" onClick={form.dismiss} />
          </Group>
        )
      )}
    </SaveBarFrame>
  );
}
