import type { Media } from '@roost/contract/media';
import { thumbHashToDataURL } from 'thumbhash';

/** Rows come and go while scrolling; each blur is drawn once. */
const drawn = new Map<string, string>();
const MOST_KEPT = 300;

/** A few soft colours to stand there until the picture does, as an address; undefined where there is none. */
export function placeholderOf({ placeholder }: Media): string | undefined {
  const known = drawn.get(placeholder);
  if (known || placeholder === '') return known;
  try {
    const url = thumbHashToDataURL(
      Uint8Array.from(atob(placeholder), (char) => char.charCodeAt(0)),
    );
    if (drawn.size >= MOST_KEPT) drawn.clear();
    drawn.set(placeholder, url);
    return url;
  } catch {
    return undefined;
  }
}
