import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Passes bytes through, and measures their length and checksum. */
export interface DigestStream {
  stream: Transform;
  bytes(): number;
  /** The SHA-256 in hex. Call it once, after the end of the stream. */
  sha256(): string;
}

export function digestStream(): DigestStream {
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
