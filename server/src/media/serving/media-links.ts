import { createHmac, timingSafeEqual } from 'node:crypto';
import { mediaPath } from '../../platform/storage/media-path.ts';
import type { Keys } from '../../kernel/ports.ts';
import { wallClock } from '../../lib/wall-clock.ts';

const HALF_HOUR_SECONDS = 1_800;

/**
 * Makes the addresses of files. A file that is not public gets a signature for one person, one file and at most an
 * hour. The expiry is rounded to half hours, so that the address stays the same for a while and browsers can cache the
 * file.
 */
export class MediaLinks {
  readonly #secrets: Keys;

  constructor(secrets: Keys) {
    this.#secrets = secrets;
  }

  signedPath(id: string, name: string, viewerId: string): string {
    const now = Math.floor(wallClock() / 1_000);
    const expires = (Math.floor(now / HALF_HOUR_SECONDS) + 2) * HALF_HOUR_SECONDS;
    const path = mediaPath(id, name);
    return `${path}?e=${expires}&s=${sign(this.#secrets.current, path, viewerId, expires)}`;
  }

  /** Returns for how many seconds a signature is still valid for this person, or 0 if it is not. */
  secondsLeft(
    path: string,
    viewerId: string,
    signed: { expires: string; signature: string },
  ): number {
    if (!/^\d{1,12}$/.test(signed.expires)) return 0;
    const expires = Number(signed.expires);
    const given = Buffer.from(signed.signature);
    const isOurs = this.#secrets.all.some((secret) => {
      const expected = Buffer.from(sign(secret, path, viewerId, expires));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    if (!isOurs) return 0;
    return Math.max(0, expires - Math.floor(wallClock() / 1_000));
  }
}

function sign(secret: string, path: string, viewerId: string, expires: number): string {
  return createHmac('sha256', secret).update(`${path} ${viewerId} ${expires}`).digest('base64url');
}
