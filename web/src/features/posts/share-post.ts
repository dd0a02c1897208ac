import { copyText } from '../../lib/copy-text.ts';
import { toast } from '../../ui/toasts.ts';
import { postPath } from './post-identity.ts';

/** The system's own way of sharing where there is one to be expected; else the link is copied. */
export async function sharePost({ _id }: { _id: string }): Promise<void> {
  const url = new URL(postPath(_id), location.origin).href;
  if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) {
    // Rejects when the sheet is closed again, which is no failure.
    return navigator.share({ url }).catch(() => {});
  }
  try {
    await copyText(url);
    toast.success('Link copied.');
  } catch {
    toast.error('The link could not be copied.');
  }
}
