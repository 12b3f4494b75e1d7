// Settings of the object store that exports go to, in the names that tools of AWS use.
import type { ObjectStore } from './object-store.ts';
import { type Setting, secretSetting, setting } from './setting.ts';

/** The settings by their names in the environment. */
export const bucketSettings = {
  AWS_ACCESS_KEY_ID: setting(
    'an access key of the object store that exports to `s3://` are written to',
    '',
    (text) => text,
  ),
  AWS_SECRET_ACCESS_KEY: secretSetting('its secret', '', (text) => text),
  AWS_SESSION_TOKEN: secretSetting(
    'its session token, where it is a temporary one',
    '',
    (text) => text,
  ),
  AWS_REGION: setting('the region of the bucket', 'us-east-1', (text) => text),
  AWS_ENDPOINT_URL: setting(
    'where the object store is, if that is not AWS: `https://minio.example:9000`',
    '',
    readEndpoint,
  ),
} as const;

type Value = <T>(name: keyof typeof bucketSettings, from: Setting<T>) => T;

/** Reads the settings together; tells what does not fit together. */
export function objectStoreOf(
  value: Value,
  tell: (error: string) => void,
): { readonly objectStore: ObjectStore | undefined } {
  const accessKeyId = value('AWS_ACCESS_KEY_ID', bucketSettings.AWS_ACCESS_KEY_ID);
  const secretAccessKey = value('AWS_SECRET_ACCESS_KEY', bucketSettings.AWS_SECRET_ACCESS_KEY);
  const sessionToken = value('AWS_SESSION_TOKEN', bucketSettings.AWS_SESSION_TOKEN);
  const region = value('AWS_REGION', bucketSettings.AWS_REGION);
  const endpoint = value('AWS_ENDPOINT_URL', bucketSettings.AWS_ENDPOINT_URL);
  if (!accessKeyId) return { objectStore: undefined };
  if (!secretAccessKey) tell('AWS_SECRET_ACCESS_KEY: is needed beside AWS_ACCESS_KEY_ID');
  return {
    objectStore: {
      ...{ accessKeyId, secretAccessKey, region },
      endpoint: endpoint || `https://s3.${region}.amazonaws.com`,
      sessionToken: sessionToken || undefined,
    },
  };
}

function readEndpoint(text: string): string {
  if (text === '' || /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : ''))
    return text;
  throw new Error('must be an address that begins with https:// or http://');
}
