// What the presets of files of events share.
import type { EventMappingFile } from '../mapping-file.ts';

/** Files of one system. */
export interface EventPreset {
  /** As it is shown. */
  readonly name: string;
  /** Is a row one of this system? */
  readonly isOf: (row: Readonly<Record<string, unknown>>) => boolean;
  readonly mapping: EventMappingFile;
}
