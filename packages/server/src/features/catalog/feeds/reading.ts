// Reads and checks the options of how a file is read.
import type { ReadingInput } from '@attune/contract';
import { checkMapping } from '@attune/core';
import { refuseInvalid } from '../../../api-error.ts';
import type { ReadFeedOptions } from './files/read-feed-file.ts';

/** Options of a reading as it was sent. Throws `invalid_request` with the mapping's errors. */
export function optionsOfReading(reading: ReadingInput, at = ''): ReadFeedOptions {
  const { mapping: file, ...form } = reading;
  if (file === undefined || file === null) return form;
  const checked = checkMapping(file);
  if (checked.ok) return { ...form, mapping: checked.mapping };
  refuseInvalid(
    checked.faults.map(({ pointer, detail }) => ({ pointer: `${at}/mapping${pointer}`, detail })),
  );
  return form;
}
