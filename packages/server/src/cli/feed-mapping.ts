// Which mapping a file is pushed with: the one given, or the one that is suggested for it.
import { checkMapping, type Mapping } from '@attune/core';
import { ApiError, refuseInvalid } from '../api-error.ts';
import { detectFile, type FeedFormat, fileSource } from '../features/catalog/feeds/index.ts';
import { readJsonFile } from './json-file.ts';

interface MappingOptions {
  readonly map?: string;
  readonly suggested?: boolean;
  readonly base?: string;
  readonly format: FeedFormat | undefined;
  readonly encoding?: string;
  readonly sheet?: string;
}

/**
 * The mapping to read a file with; undefined: its columns are ours as they stand. Throws
 * `invalid_request` with a suggestion where they are not, and none was given.
 */
export async function mappingFor(
  file: string,
  options: MappingOptions,
  {
    vertical,
    shop,
  }: { readonly vertical: string; readonly shop: () => Promise<string | undefined> },
): Promise<Mapping | undefined> {
  if (options.map !== undefined) return checked(await readJsonFile(options.map), options.base);
  const { format, encoding, sheet } = options;
  const address = options.base === undefined ? shop : async () => options.base;
  const told = { format, encoding, sheet, shop: address } as Parameters<typeof detectFile>[2];
  const found = await detectFile(await fileSource(file), vertical, told);
  const suggested = found.suggestedMapping as Readonly<Record<string, unknown>>;
  if (options.suggested) return checked(suggested, options.base);
  const isBuiltIn = found.preset === 'Google Merchant' && options.base === undefined;
  if (!found.suggested.isBetter || isBuiltIn) return undefined;
  const { accepted, rejected, skipped } = found.suggested;
  throw new ApiError(
    'invalid_request',
    [
      `The columns of ${file} are called otherwise than ours, and nothing was changed.`,
      `This mapping${found.preset ? `, for ${found.preset},` : ''} takes ${accepted} of the first ${
        accepted + rejected
      } items${skipped > 0 ? `, and passes ${skipped} rows over` : ''}:`,
      JSON.stringify(suggested, null, 2),
      ...found.warnings.map((warning) => `  ${warning}`),
      'Repeat with --suggested to take it, or save it, change it and repeat with --map FILE.',
    ].join('\n'),
  );
}

function checked(json: unknown, base: string | undefined): Mapping {
  const isObject = typeof json === 'object' && json !== null;
  const result = checkMapping(base !== undefined && isObject ? { ...json, base } : json);
  if (result.ok) return result.mapping;
  refuseInvalid(result.faults);
  throw new Error('a mapping with faults and without');
}
