import * as words from '#words/posts';
import { copyText } from '../../../lib/copy-text.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { paths } from '../../../paths.ts';

/** Opens the system's share sheet on touch devices. Elsewhere it copies the link. */
export async function sharePost({ _id }: { _id: string }): Promise<void> {
  const url = new URL(paths.post(_id), location.origin).href;
  if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) {
    // `share` rejects when the person closes the sheet. That is not a failure.
    return navigator.share({ url }).catch(() => {});
  }
  try {
    await copyText(url);
    toast.success(words.linkCopied);
  } catch {
    toast.error(words.linkNotCopied);
  }
}
