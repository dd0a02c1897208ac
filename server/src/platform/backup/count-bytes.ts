import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Passes a stream on. Afterwards it knows the length and the checksum. */
export interface Counter {
  stream: Transform;
  bytes(): number;
  /** The SHA-256, in hex. Only at the end. */
  sha256(): string;
}

export function countBytes(): Counter {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes, sha256: () => hash.digest('hex') };
}
