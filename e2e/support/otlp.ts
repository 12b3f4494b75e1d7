// A receiver of OpenTelemetry traces on loopback: OTLP over HTTP with Protocol Buffers.
// Source: https://github.com/open-telemetry/opentelemetry-proto, trace/v1/trace.proto
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly id: string;
  /** '' of the first of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | bigint>>;
}

export interface Receiver {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** All that was received, as it was sent. */
  readonly bodies: Buffer[];
  /** Values of the header `authorization`. */
  readonly authorizations: Set<string | undefined>;
  readonly close: () => Promise<unknown>;
}

export async function startReceiver(): Promise<Receiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const authorizations = new Set<string | undefined>();
  const server = createServer(async (request, response) => {
    authorizations.add(request.headers.authorization);
    const body = await buffer(request);
    bodies.push(body);
    spans.push(...spansIn(body));
    response.writeHead(request.url === '/v1/traces' ? 200 : 404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}`, spans, bodies, authorizations, close };
}

/** By the number of a field: numbers, and bytes of what has a length. */
type Message = ReadonlyMap<number, readonly (bigint | Buffer)[]>;

/** Reads a message of Protocol Buffers: https://protobuf.dev/programming-guides/encoding */
function readMessage(bytes: Buffer): Message {
  const message = new Map<number, (bigint | Buffer)[]>();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const kind = tag & 7;
    const value =
      kind === 0 ? varint() : kind === 1 ? take(8) : kind === 5 ? take(4) : take(Number(varint()));
    message.set(tag >> 3, [...(message.get(tag >> 3) ?? []), value]);
  }
  return message;
}

const messagesAt = (message: Message, field: number): Message[] =>
  (message.get(field) ?? []).map((bytes) => readMessage(bytes as Buffer));
const bytesAt = (message: Message, field: number) =>
  (message.get(field)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);

function spansIn(body: Buffer): ReceivedSpan[] {
  const ofResources = messagesAt(readMessage(body), 1);
  const ofScopes = ofResources.flatMap((one) => messagesAt(one, 2));
  return ofScopes.flatMap((one) => messagesAt(one, 2)).map(spanOf);
}

const spanOf = (span: Message): ReceivedSpan => ({
  traceId: bytesAt(span, 1).toString('hex'),
  id: bytesAt(span, 2).toString('hex'),
  parentId: bytesAt(span, 4).toString('hex'),
  name: bytesAt(span, 5).toString(),
  attributes: Object.fromEntries(
    messagesAt(span, 9).map((one) => {
      const value = readMessage(bytesAt(one, 2));
      const number = value.get(3)?.[0];
      return [bytesAt(one, 1).toString(), (number as bigint) ?? bytesAt(value, 1).toString()];
    }),
  ),
});
