import type { Media } from '@roost/contract/media';

/** A file on its way into a post. */
export interface Attachment {
  id: string;
  name: string;
  kind: Media['type'];
  /** The picture, or a frame of the video, as an address; '' until there is one. */
  preview: string;
  alt: string;
  state: AttachmentState;
}

export type AttachmentState =
  | { step: 'preparing' }
  | { step: 'uploading'; progress: number }
  | { step: 'ready'; media: Media }
  | { step: 'failed'; message: string; canRetry: boolean };

export type AttachmentEvent =
  | { type: 'prepared' }
  | { type: 'moved'; progress: number }
  | { type: 'uploaded'; media: Media }
  | { type: 'failed'; message: string; canRetry: boolean }
  | { type: 'retried' };

/** What comes of a state; news that come too late change nothing. */
export function advance(state: AttachmentState, event: AttachmentEvent): AttachmentState {
  const { step } = state;
  if (event.type === 'prepared' && step === 'preparing') return { step: 'uploading', progress: 0 };
  if (event.type === 'moved' && step === 'uploading')
    return event.progress > state.progress ? { step, progress: event.progress } : state;
  if (event.type === 'uploaded' && step === 'uploading')
    return { step: 'ready', media: event.media };
  if (event.type === 'failed' && isUnderWay(state))
    return { step: 'failed', message: event.message, canRetry: event.canRetry };
  if (event.type === 'retried' && step === 'failed' && state.canRetry) return { step: 'preparing' };
  return state;
}

export function isUnderWay({ step }: AttachmentState): boolean {
  return step === 'preparing' || step === 'uploading';
}

/** The list with that one elsewhere; past either end it stays at the end. */
export function moved<T extends { id: string }>(
  items: readonly T[],
  id: string,
  to: number,
): readonly T[] {
  const from = items.findIndex((item) => item.id === id);
  const place = Math.min(items.length - 1, Math.max(0, to));
  if (from < 0 || from === place) return items;
  return items.toSpliced(from, 1).toSpliced(place, 0, items[from]!);
}

/** A ready one as the post will show it, from the file at hand. */
export function shownMedia({ kind, preview, state }: Attachment): Media[] {
  if (state.step !== 'ready') return [];
  const { variants: _, ...media } = state.media;
  if (preview === '') return [state.media];
  return [kind === 'image' ? { ...media, url: preview } : { ...media, poster: preview }];
}
