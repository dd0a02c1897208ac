import type { Media } from '@roost/contract/media';
import { thumbHashToDataURL } from 'thumbhash';

/** Rows come and go while scrolling; each blur is drawn once. */
const drawn = new Map<string, string>();
const MOST_KEPT = 300;

/** Own pictures whose files are still at hand: better than any blur. */
const own = new Map<string, string>();
const MOST_OWN = 24;

/** A few soft colours to stand there until the picture does, as an address; undefined where there is none. */
export function placeholderOf({ _id, placeholder }: Media): string | undefined {
  const known = own.get(_id) ?? drawn.get(placeholder);
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

/** An own picture from its file, as an address. */
export function ownPreviewOf({ _id }: Media): string | undefined {
  return own.get(_id);
}

/** Shows an own picture from its file until the server's is there. */
export function rememberPreview(mediaId: string, preview: string): void {
  own.set(mediaId, preview);
  if (own.size <= MOST_OWN) return;
  const [[oldest, url]] = own as unknown as [[string, string]];
  own.delete(oldest);
  URL.revokeObjectURL(url);
}
