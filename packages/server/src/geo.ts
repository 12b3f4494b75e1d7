// Where an address is, as a database in MaxMind's format (MMDB) has it.
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { type CityResponse, Reader } from 'mmdb-lib';
import type { Log } from './log/log.ts';

/** Names as conditions compare them. */
export interface Place {
  /** ISO 3166-1, two letters. */
  readonly country: string | undefined;
  /** The part of ISO 3166-2 after the country: `CA`. */
  readonly region: string | undefined;
  /** In English. */
  readonly city: string | undefined;
}

export interface Geo {
  /** Undefined for what is no address, and for what the database does not have. */
  readonly find: (address: string) => Place | undefined;
}

const nowhere: Geo = { find: () => undefined };
/** Databases are renewed once or twice a week. */
const lookMs = 3_600_000;

/**
 * Opens the database, and again once its file has changed. Throws a sentence for the operator where
 * it cannot be read; later on it goes on with what it has.
 */
export function openGeo(path: string | undefined, log: Log, now: () => number): Geo {
  if (path === undefined) return nowhere;
  const read = () => new Reader<CityResponse>(readFileSync(path));
  let reader: Reader<CityResponse>;
  try {
    reader = read();
  } catch (error) {
    throw new Error(`GEO_DATABASE cannot be read: ${(error as Error).message}`);
  }
  let changedAt = statSync(path).mtimeMs;
  let lookedAt = now();

  function look(): void {
    lookedAt = now();
    try {
      const { mtimeMs } = statSync(path!);
      if (mtimeMs === changedAt) return;
      reader = read();
      changedAt = mtimeMs;
      log.info('the geo database was renewed');
    } catch (error) {
      log.warn({ err: error }, 'the geo database cannot be read; the last one stays in use');
    }
  }

  return {
    find(address) {
      if (isIP(address) === 0) return undefined;
      if (now() - lookedAt >= lookMs) look();
      const found = reader.get(address);
      if (!found) return undefined;
      const { country, subdivisions, city } = found;
      return {
        country: country?.iso_code,
        region: subdivisions?.[0]?.iso_code,
        city: city?.names?.en,
      };
    },
  };
}
