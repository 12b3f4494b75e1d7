// The package's front door: a bounded cache that the garbage collector hardly sees.
export { ByteSpan } from './byte-span.ts';
export type { Parts } from './packed-bytes.ts';
export { type ByteCache, byteCache, type Packing } from './tiered-cache.ts';
