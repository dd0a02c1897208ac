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
    await copy(url);
    toast.success('Link copied.');
  } catch {
    toast.error('The link could not be copied.');
  }
}

/** Plain http (a house's own network) has no clipboard API. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const box = Object.assign(document.createElement('textarea'), { value: text, readOnly: true });
  box.style.position = 'fixed';
  box.style.opacity = '0';
  document.body.append(box);
  box.select();
  const isCopied = document.execCommand('copy');
  box.remove();
  if (!isCopied) throw new Error('copy was refused');
}
