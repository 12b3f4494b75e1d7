// Compressed bodies both ways: what is sent so, and answers of some size to those who ask for it.
import compress from '@fastify/compress';
import { ApiError } from '../api-error.ts';
import type { App } from './app.ts';

/** Smaller answers do not gain what it costs. */
const leastBytes = 1024;
/** In the order in which we like them; the clients' wishes come first. */
const encodings = ['br', 'zstd', 'gzip'] as const;

/**
 * Bodies are unpacked as they arrive, and their bounds are those of what is unpacked: a small bomb
 * is refused like a large body.
 */
export function compressBodies(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const coding = headers['content-encoding'];
    // Codings have no case (RFC 9110, section 8.4.1).
    if (coding !== undefined) headers['content-encoding'] = coding.trim().toLowerCase();
    done();
  });
  app.register(compress, {
    threshold: leastBytes,
    encodings: [...encodings],
    requestEncodings: [...encodings, 'identity'],
    onUnsupportedRequestEncoding: (encoding) =>
      new ApiError(
        'unsupported_media_type',
        `content-encoding "${encoding.slice(0, 100)}" is not accepted here. Send gzip, br or zstd.`,
      ),
  });
}
