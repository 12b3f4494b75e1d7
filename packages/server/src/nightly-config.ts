// Settings of nightly exports: where they go, in which format, and from which hour on.
import { resolve } from 'node:path';
import type { ObjectStore } from './object-store.ts';
import { type Setting, setting } from './setting.ts';
import { readWhole } from './setting-texts.ts';

/** The formats of files of exports. */
export const exportFormats = ['parquet', 'ndjson'] as const;

export type ExportFormat = (typeof exportFormats)[number];

export interface NightlyConfig {
  /** A folder, or `s3://bucket/prefix`; each site has a folder of its name in it. */
  readonly place: string;
  readonly format: ExportFormat;
  /** 0 to 23, UTC. */
  readonly hour: number;
}

const bucketForm = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[^?#]*)?$/;

/** What a place to export to is; undefined: nothing that is known. */
export function kindOfPlace(text: string): 'folder' | 'bucket' | undefined {
  if (!/^\w+:\/\//.test(text)) return 'folder';
  return bucketForm.test(text) ? 'bucket' : undefined;
}

/** The settings by their names in the environment. */
export const nightlySettings = {
  EXPORT_TO: setting(
    'a folder, or `s3://bucket/prefix`, that sites are exported to each night',
    '',
    readPlace,
    'For sites whose *Nightly export* is on. All nodes need the same.',
  ),
  EXPORT_FORMAT: setting('`parquet` or `ndjson`: the files of nightly exports', 'parquet', (text) =>
    readFormat(text),
  ),
  EXPORT_HOUR: setting(
    'the hour (UTC, 0 to 23) from which on the days before are exported',
    '2',
    (text) => readWhole(text, 0, 23),
  ),
} as const;

type Value = <T>(name: keyof typeof nightlySettings, from: Setting<T>) => T;

/** Reads the settings together; tells what does not fit together. */
export function nightlyOf(
  value: Value,
  tell: (error: string) => void,
  objectStore: ObjectStore | undefined,
): NightlyConfig | undefined {
  const place = value('EXPORT_TO', nightlySettings.EXPORT_TO);
  const format = value('EXPORT_FORMAT', nightlySettings.EXPORT_FORMAT);
  const hour = value('EXPORT_HOUR', nightlySettings.EXPORT_HOUR);
  if (!place) return undefined;
  if (kindOfPlace(place) === 'bucket' && !objectStore) {
    tell('AWS_ACCESS_KEY_ID: is needed where EXPORT_TO is a bucket');
  }
  return { place, format, hour };
}

function readPlace(text: string): string {
  const kind = kindOfPlace(text);
  if (kind === undefined) throw new Error('must be a folder, or s3://bucket/prefix');
  if (text === '') return '';
  return kind === 'folder' ? resolve(text) : text.replace(/\/+$/, '');
}

function readFormat(text: string): ExportFormat {
  const found = exportFormats.find((name) => name === text);
  if (!found) throw new Error(`must be ${exportFormats.join(' or ')}`);
  return found;
}
