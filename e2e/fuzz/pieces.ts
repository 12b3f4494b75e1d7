// A hostile request as the bytes that are sent, whole or in pieces.
import { gzipSync } from 'node:zlib';
import type { Named } from '../../packages/server/src/http/examples.fixture.ts';
import type { HostileRequest } from './requests.ts';

/** Puts the names of what exists in the place of the tokens. */
export function fill(text: string, named: Named): string {
  return text.replaceAll(/@@(\w+)@@/g, (all, name: keyof Named) => named[name] ?? all);
}

/** The pieces in which a request is sent. */
export function bytesOf(request: HostileRequest, named: Named, key: string): Uint8Array[] {
  const { method, headers, framing } = request;
  const body = bodyBytes(request, named);
  const isChunked = framing === 'chunked' || framing === 'cut-chunked';
  const hasBody = body.length > 0 || isChunked;
  const lines = [
    `${method} ${fill(request.target, named)} HTTP/1.1`,
    'host: attune.test',
    `svc-api-key: ${key}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(isChunked ? ['transfer-encoding: chunked'] : []),
    ...(hasBody && !isChunked ? [`content-length: ${body.length + (isCut(request) ? 7 : 0)}`] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (!hasBody) return [head];
  if (isChunked) {
    const size = Buffer.from(`${body.length.toString(16)}\r\n`);
    return [
      head,
      ...(body.length > 0 ? [size, body, Buffer.from('\r\n')] : []),
      ...(framing === 'chunked' ? [Buffer.from('0\r\n\r\n')] : []),
    ];
  }
  if (framing !== 'dribble') return [Buffer.concat([head, body])];
  const pieces = Array.from({ length: Math.min(body.length, 20) }, (_, at) => {
    const size = Math.ceil(body.length / 20);
    return body.subarray(at * size, (at + 1) * size);
  });
  return [head, ...pieces];
}

/** Does the body never come to its end? */
export const isCut = ({ framing, body }: HostileRequest) =>
  framing === 'cut-chunked' || (framing === 'cut' && body.length > 0);

function bodyBytes({ body, headers, framing }: HostileRequest, named: Named): Buffer {
  const bytes = Buffer.from(fill(body, named));
  const isGzip = headers.some(([name, value]) => name === 'content-encoding' && value === 'gzip');
  if (!isGzip || bytes.length === 0) return bytes;
  const packed = gzipSync(bytes);
  if (framing === 'damaged-gzip') packed.fill(0x55, packed.length >> 1);
  return packed;
}
