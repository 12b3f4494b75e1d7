// From where a feed is fetched, while it is edited.
import type { Answer } from '../../../api/endpoints.ts';

export type Pulled = Answer<'listPulls'>['pulls'][number];

export type SourceKind = 'http' | 'sftp' | 's3';

export interface PullDraft {
  readonly name: string;
  readonly holds: 'all' | 'some';
  readonly onlyColumns: string[];
  readonly kind: SourceKind;
  readonly url: string;
  /** Of an SFTP server, once it was accepted; else "". */
  readonly hostKey: string;
  readonly endpoint: string;
  readonly region: string;
  /** From the file's columns to the feed's; undefined: none, or the one that the pull has. */
  readonly mapping: unknown;
  /** Of a workbook; "" for the first that looks like products. */
  readonly sheet: string;
  readonly isOn: boolean;
  readonly allowShrink: boolean;
  readonly when: 'every' | 'daily';
  readonly everyMinutes: number;
  readonly dailyAt: string;
  /** `kept`: as the service has it, which never shows it. */
  readonly proof: 'kept' | 'none' | 'basic' | 'header' | 'key' | 'access';
  readonly username: string;
  readonly password: string;
  readonly header: string;
  readonly privateKey: string;
  readonly passphrase: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface PartGiven {
  readonly draft: PullDraft;
  readonly set: (part: Partial<PullDraft>) => void;
}

/** What keeps a draft from being saved, by field: it would be another pull than is meant. */
export function errorsOf(
  { holds, onlyColumns, name }: PullDraft,
  others: readonly Pulled[],
): Readonly<Record<string, string>> {
  return {
    ...(holds === 'some' && onlyColumns.length === 0 && { onlyColumns: 'Name a column.' }),
    ...(others.some((other) => other.name === name) && {
      name: 'The feed has a pull of this name.',
    }),
  };
}

/** Of a pull, or of a new one beside others. */
export function draftOf(pull: Pulled | undefined, others: readonly Pulled[]): PullDraft {
  const holds = pull ? pull.onlyColumns.length > 0 : hasWhole(others);
  const schedule = pull?.schedule ?? { everyMinutes: holds ? 15 : 60 };
  return {
    name: pull?.name ?? (holds ? 'prices' : 'main'),
    ...{ holds: holds ? 'some' : 'all', onlyColumns: pull?.onlyColumns ?? [] },
    ...{ kind: kindOf(pull?.url ?? ''), url: pull?.url ?? '', hostKey: pull?.hostKey ?? '' },
    ...{ endpoint: pull?.s3?.endpoint ?? '', region: pull?.s3?.region ?? '' },
    ...{ mapping: undefined, sheet: sheetOf(pull?.reading) },
    isOn: pull?.isOn ?? true,
    allowShrink: pull?.allowShrink ?? false,
    when: 'dailyAt' in schedule ? 'daily' : 'every',
    everyMinutes: 'everyMinutes' in schedule ? schedule.everyMinutes : 60,
    dailyAt: 'dailyAt' in schedule ? schedule.dailyAt : '04:00',
    proof: pull?.hasAuthorization ? 'kept' : 'none',
    ...{ username: '', password: '', header: '', privateKey: '', passphrase: '' },
    ...{ accessKeyId: '', secretAccessKey: '' },
  };
}

const sheetOf = ({ sheet, mapping }: Pulled['reading'] = {}): string =>
  sheet ?? (mapping as { readonly sheet?: string } | undefined)?.sheet ?? '';

/** Does a pull fetch the whole feed? There is one such pull at most. */
export const hasWhole = (pulls: readonly Pulled[]) =>
  pulls.some(({ onlyColumns }) => onlyColumns.length === 0);

const kindOf = (url: string): SourceKind => {
  if (url.startsWith('sftp:')) return 'sftp';
  return url.startsWith('s3:') ? 's3' : 'http';
};

/** The ways to prove who reads a file of a kind of source. */
export function proofsOf(kind: SourceKind, has: boolean): readonly PullDraft['proof'][] {
  const own = {
    http: ['none', 'basic', 'header'],
    sftp: ['basic', 'key'],
    s3: ['access'],
  } as const;
  return [...(has ? (['kept'] as const) : []), ...own[kind]];
}

/** The source, as it is tested and saved. */
export function sourceOf(draft: PullDraft, reading: Pulled['reading'] | undefined) {
  const { kind, url, hostKey, endpoint, region, mapping, sheet } = draft;
  const authorization = authorizationOf(draft);
  const { sheet: _, ...others } = reading ?? {};
  const read = {
    ...others,
    ...(mapping !== undefined && { mapping }),
    ...(sheet !== '' && { sheet }),
  };
  return {
    url: url.trim(),
    ...(kind === 'sftp' && hostKey !== '' && { hostKey }),
    ...(kind === 's3' && { s3: { endpoint: endpoint.trim(), region: region.trim() } }),
    reading: read,
    ...(authorization !== undefined && { authorization }),
  };
}

/** What to send; undefined leaves what there is, null takes it away. */
function authorizationOf(draft: PullDraft) {
  const { proof, username, password, privateKey, passphrase, header } = draft;
  const { accessKeyId, secretAccessKey } = draft;
  if (proof === 'kept') return undefined;
  if (proof === 'basic') return { username, password };
  if (proof === 'key') return { username, privateKey, ...(passphrase !== '' && { passphrase }) };
  if (proof === 'access') return { accessKeyId, secretAccessKey };
  return proof === 'header' ? { header } : null;
}
