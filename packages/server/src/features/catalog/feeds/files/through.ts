// How an async iterable runs through a Node stream and comes out as one, errors included.
import { type Duplex, pipeline, Readable } from 'node:stream';

/** Iterates what `transform` makes of `chunks`; leaving early destroys both. */
export function through<T>(chunks: AsyncIterable<unknown>, transform: Duplex): AsyncIterable<T> {
  // A break of the pipeline destroys the transform with it, and so reaches the reader.
  pipeline(Readable.from(chunks), transform, () => undefined);
  return transform;
}
