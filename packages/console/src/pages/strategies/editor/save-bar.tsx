// What is not saved yet, the buttons that save or discard it, and who was faster.
import { lazy } from 'react';
import { VersionedSaveBar } from '../../../ui/save-bar.tsx';
import { differencesBetween } from '../differences.ts';
import { bodyOf } from '../draft.ts';
import type { Form } from './form.ts';

const Conflict = lazy(async () => ({ default: (await import('./conflict.tsx')).Conflict }));

export function SaveBar({ form }: { form: Form }) {
  const { base, draft } = form;
  return (
    <VersionedSaveBar
      form={form}
      noun="strategy"
      save="Save"
      changes={() => differencesBetween(bodyOf(base).body, bodyOf(draft).body)}
      conflict={(onClose) => <Conflict form={form} onClose={onClose} />}
    />
  );
}
