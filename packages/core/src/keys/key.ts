// The form of an API key's value: typos and secret scanners need no database to judge one.

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 30;
const checkLength = 6;
const prefixes = { 'Server-side': 'svc_s_', 'Client-side': 'svc_c_' } as const;
const form = /^svc_[sc]_[0-9A-Za-z]{36}$/;

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** CRC-32 (ISO 3309, as in zlib) of ASCII text, an unsigned 32-bit integer. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc = (crc >>> 8) ^ crcTable[(crc ^ text.charCodeAt(at)) & 0xff]!;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function checkDigits(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < checkLength; place++) {
    digits = alphabet[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/**
 * Makes the value of a new key: prefix, 30 base62 characters (178 bits), 6 of CRC-32.
 * `random(n)` gives n bytes of a CSPRNG; bytes of 248 and above are passed over, so that every
 * character is equally likely.
 */
export function makeKeyValue(
  source: keyof typeof prefixes,
  random: (bytes: number) => Uint8Array,
): string {
  let secret = '';
  while (secret.length < secretLength) {
    for (const byte of random(secretLength - secret.length)) {
      if (byte < 248) secret += alphabet[byte % 62];
    }
  }
  const body = prefixes[source] + secret;
  return body + checkDigits(body);
}

/** Could this be a key at all? Its form and check digits are right; it may still be unknown. */
export function isWellFormedKey(value: string): boolean {
  return (
    form.test(value) && checkDigits(value.slice(0, -checkLength)) === value.slice(-checkLength)
  );
}
