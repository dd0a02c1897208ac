import { onLogout } from '../../../lib/logout.ts';

/** Remembers the latest picture URLs that failed to load, so that each one causes only one refresh. */
export class LostPictures {
  readonly #maxUrls: number;
  readonly #urls = new Set<string>();

  constructor(maxUrls: number) {
    this.#maxUrls = maxUrls;
  }

  /** Adds a URL. Returns whether it was not remembered yet. */
  isFirst(url: string): boolean {
    if (this.#urls.has(url)) return false;
    this.#urls.add(url);
    for (const oldest of this.#urls) {
      if (this.#urls.size <= this.#maxUrls) break;
      this.#urls.delete(oldest);
    }
    return true;
  }

  forget(): void {
    this.#urls.clear();
  }
}

export const lostPictures = new LostPictures(500);
onLogout(() => lostPictures.forget());
