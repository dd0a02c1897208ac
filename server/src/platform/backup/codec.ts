import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';

/** The endings of stored files say how to read them, also without Roost: `age -d -i <key> | gunzip`. */
const GZIP = '.gz';
const AGE = '.age';

type Web = globalThis.ReadableStream<Uint8Array>;
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as Web;
const fromWeb = (stream: Web) => Readable.fromWeb(stream as ReadableStream);

export const endingOf = (isZipped: boolean, recipient: string | null): string =>
  `${isZipped ? GZIP : ''}${recipient === null ? '' : AGE}`;

/** Compresses and encrypts what the ending of the path says. */
export async function encode(
  content: Readable,
  path: string,
  recipient: string | null,
): Promise<Readable> {
  const isEncrypted = path.endsWith(AGE);
  const isZipped = path.endsWith(GZIP) || path.endsWith(`${GZIP}${AGE}`);
  // A low level costs little, and most of a database's pages are easy to compress.
  const plain = isZipped ? chain(content, createGzip({ level: 1 })) : content;
  if (!isEncrypted || recipient === null) return plain;
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return fromWeb(await encrypter.encrypt(toWeb(plain)));
}

/** No secret key opens an object, so it is for another key, or its first bytes are damaged. */
export class NoKeyOpens extends Error {
  override name = 'NoKeyOpens';
  override message = 'no key opens it';
}

/** The opposite of `encode`. `identity` has the secret keys, one on each line. */
export async function decode(
  stored: Readable,
  path: string,
  identity: string | null,
): Promise<Readable> {
  let content = stored;
  if (path.endsWith(AGE)) {
    const decrypter = new Decrypter();
    for (const key of identity?.split('\n') ?? []) decrypter.addIdentity(key);
    const decrypted = await decrypter.decrypt(toWeb(stored)).catch((error: unknown) => {
      const NO_KEY = 'no identity matched';
      throw (error as Error).message.startsWith(NO_KEY) ? new NoKeyOpens() : error;
    });
    content = fromWeb(decrypted);
  }
  return /\.gz(?:\.age)?$/.test(path) ? chain(content, createGunzip()) : content;
}

/** Like `pipe`, but an error of `from` destroys `to`, and the end of `to` destroys `from`. */
function chain(from: Readable, to: NodeJS.ReadWriteStream & Readable): Readable {
  from.once('error', (error) => to.destroy(error));
  to.once('close', () => from.destroy());
  return from.pipe(to);
}
