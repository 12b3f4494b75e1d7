// A JSON file that an option names.
import { readFile } from 'node:fs/promises';
import { ApiError } from '../api-error.ts';

/** Its value. Throws `not_found` or `malformed_json`. */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ApiError('not_found', `There is no file ${file}.`);
  });
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new ApiError('malformed_json', `${file} is not JSON: ${(error as Error).message}.`);
  }
}
