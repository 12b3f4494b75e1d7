// Signs messages as Standard Webhooks 1.0 says, with HMAC-SHA256.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
import { createHmac, randomBytes } from 'node:crypto';

/** The specification asks for 24 to 64. */
const secretBytes = 32;

/** A new secret. */
export const newSecret = (): Buffer => randomBytes(secretBytes);

/** A secret as people see it. */
export const secretText = (secret: Buffer): string => `whsec_${secret.toString('base64')}`;

export interface SignedMessage {
  readonly id: string;
  /** Seconds since the epoch, of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers that prove a message, for each of some secrets. */
export function signatureHeaders(secrets: readonly Buffer[], message: SignedMessage) {
  const { id, timestamp, body } = message;
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
