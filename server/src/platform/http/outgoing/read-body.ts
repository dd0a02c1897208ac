import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { OutgoingFailure } from './outgoing-failure.ts';

export const ACCEPTED_ENCODINGS = 'gzip, br';

export interface Body {
  body: Buffer;
  /** Whether the body was longer than the limit, and only its start was read. */
  isCut: boolean;
}

/** Reads the start of a body, and decodes it meanwhile. Memory is bounded, also for a body of many small pieces. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Body> {
  const bytes = Buffer.alloc(maxBytes);
  let length = 0;
  for await (const chunk of decode(response, maxBytes) as AsyncIterable<Buffer>) {
    const copied = chunk.copy(bytes, length);
    length += copied;
    if (copied < chunk.length) return { body: bytes, isCut: true };
  }
  return { body: bytes.subarray(0, length), isCut: false };
}

/** A site must use an encoding that it was offered, and one only. Nested encodings multiply what a bomb expands to. */
function decode(response: IncomingMessage, maxBytes: number): AsyncIterable<unknown> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity') return response;
  const isGzip = encoding === 'gzip' || encoding === 'x-gzip';
  if (!isGzip && encoding !== 'br') throw new OutgoingFailure('answer');
  const decoder = isGzip ? createGunzip() : createBrotliDecompress();
  // The reader of the decoder sees its errors.
  return pipeline(response, start(maxBytes), decoder, () => undefined);
}

/** Passes on so many bytes. Blocks that expand to nothing could otherwise come until the time is over. */
function start(maxBytes: number) {
  return async function* passOn(source: AsyncIterable<Buffer>) {
    let left = maxBytes;
    for await (const chunk of source) {
      yield chunk.subarray(0, left);
      left -= chunk.length;
      if (left <= 0) return;
    }
  };
}
