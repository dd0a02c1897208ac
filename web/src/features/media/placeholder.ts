import type { Media } from '@roost/contract/media';
import { thumbHashToDataURL } from 'thumbhash';
import { onLogout, personalMap } from '../../lib/logout.ts';

/** Decoded blurs by media id. Rows mount repeatedly while somebody scrolls, so each blur is decoded once. */
const blurs = personalMap<string, string>();
const MAX_BLURS = 300;

/** Local files of the viewer's own pictures. They look better than a blur. */
const own = new Map<string, string>();
const MAX_OWN_PREVIEWS = 24;
onLogout(() => {
  for (const url of own.values()) URL.revokeObjectURL(url);
  own.clear();
});

/** A blurred preview as a data address, shown until the picture loads. Undefined if the media has none. */
export function placeholderOf({ _id, placeholder }: Media): string | undefined {
  const known = own.get(_id) ?? blurs.get(placeholder);
  if (known || placeholder === '') return known;
  try {
    const url = thumbHashToDataURL(
      Uint8Array.from(atob(placeholder), (char) => char.charCodeAt(0)),
    );
    if (blurs.size >= MAX_BLURS) blurs.clear();
    blurs.set(placeholder, url);
    return url;
  } catch {
    return undefined;
  }
}

/** The address of the local file of one of the viewer's own pictures. */
export function ownPreviewOf({ _id }: Media): string | undefined {
  return own.get(_id);
}

/** Shows a picture from its local file until the server's version loads. */
export function rememberPreview(mediaId: string, preview: string): void {
  own.set(mediaId, preview);
  if (own.size <= MAX_OWN_PREVIEWS) return;
  const [[oldest, url]] = own as unknown as [[string, string]];
  own.delete(oldest);
  URL.revokeObjectURL(url);
}
