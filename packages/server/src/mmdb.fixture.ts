// Writes a database in MaxMind's format (MMDB 2.0): one IPv4 network, and what is known of it.

type Value = string | number | Value[] | { [name: string]: Value };

/** The file: what `network`, such as `192.0.2.0/24`, is found by. */
export function mmdbOf(network: string, found: Value): Buffer {
  const [address = '', length = ''] = network.split('/');
  const bits = address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('')
    .slice(0, Number(length));
  const count = bits.length;
  const nothing = count;
  // The data section begins 16 bytes behind the tree.
  const data = count + 16;
  const tree = [...bits].flatMap((bit, at) => {
    const next = at + 1 < count ? at + 1 : data;
    return bit === '0' ? [next, nothing] : [nothing, next];
  });
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Test-City',
    description: { en: 'Test' },
    ip_version: 4,
    languages: ['en'],
    node_count: count,
    record_size: 24,
  });
  return Buffer.concat([
    ...tree.map((record) => Buffer.from([record >> 16, (record >> 8) & 255, record & 255])),
    Buffer.alloc(16),
    encode(found),
    Buffer.from([0xab, 0xcd, 0xef]),
    Buffer.from('MaxMind.com'),
    metadata,
  ]);
}

const types = { string: 2, uint32: 6, map: 7, array: 11 } as const;

function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([head('string', value.length), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head('uint32', 4), bytes]);
  }
  if (Array.isArray(value))
    return Buffer.concat([head('array', value.length), ...value.map(encode)]);
  const members = Object.entries(value).flatMap(([name, one]) => [encode(name), encode(one)]);
  return Buffer.concat([head('map', Object.keys(value).length), ...members]);
}

/** Types above 7 say so in a second byte; nothing here is as long as 29. */
function head(type: keyof typeof types, size: number): Buffer {
  const number = types[type];
  return number <= 7 ? Buffer.from([(number << 5) | size]) : Buffer.from([size, number - 7]);
}
