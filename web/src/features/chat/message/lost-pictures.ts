import { LOGOUT_EVENT } from '../../../lib/logout.ts';

/** Addresses that failed and were asked anew, the latest of them. */
export class LostPictures {
  readonly #most: number;
  readonly #urls = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether this one is lost for the first time, as far as is remembered. */
  isFirst(url: string): boolean {
    if (this.#urls.has(url)) return false;
    this.#urls.add(url);
    for (const oldest of this.#urls) {
      if (this.#urls.size <= this.#most) break;
      this.#urls.delete(oldest);
    }
    return true;
  }

  forget(): void {
    this.#urls.clear();
  }
}

export const lostPictures = new LostPictures(500);
if (typeof window !== 'undefined') addEventListener(LOGOUT_EVENT, () => lostPictures.forget());
