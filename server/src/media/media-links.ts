import { createHmac, timingSafeEqual } from 'node:crypto';

const HALF_HOUR = 1_800;

/**
 * Addresses of files. Those of what not everyone may see are signed for one person, one file and a time that ends
 * within the hour; it is rounded, so that the address stays the same for a while and browsers can keep the file.
 */
export class MediaLinks {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  path(id: string, name: string): string {
    return `/media/${id}/${name}`;
  }

  signedPath(id: string, name: string, viewerId: string): string {
    const now = Math.floor(Date.now() / 1_000);
    const expires = (Math.floor(now / HALF_HOUR) + 2) * HALF_HOUR;
    const path = this.path(id, name);
    return `${path}?e=${expires}&s=${this.#sign(path, viewerId, expires)}`;
  }

  /** Seconds a signature still holds for this person; 0 when it doesn't. */
  secondsLeft(
    path: string,
    viewerId: string,
    signed: { expires: string; signature: string },
  ): number {
    if (!/^\d{1,12}$/.test(signed.expires)) return 0;
    const expires = Number(signed.expires);
    const expected = Buffer.from(this.#sign(path, viewerId, expires));
    const given = Buffer.from(signed.signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 0;
    return Math.max(0, expires - Math.floor(Date.now() / 1_000));
  }

  #sign(path: string, viewerId: string, expires: number): string {
    return createHmac('sha256', this.#secret)
      .update(`${path} ${viewerId} ${expires}`)
      .digest('base64url');
  }
}
