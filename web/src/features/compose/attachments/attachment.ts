import type { Media } from '@roost/contract/media';

/** A file of a draft, and its upload. */
export interface Attachment {
  id: string;
  name: string;
  kind: Media['type'];
  /** The address of the picture, or of a frame of the video. '' until it exists. */
  preview: string;
  /** The size of the picture in `preview`, if known. */
  shape?: { width: number; height: number };
  alt: string;
  state: AttachmentState;
}

export type AttachmentState =
  | { step: 'preparing' }
  | { step: 'uploading'; progress: number }
  | { step: 'ready'; media: Media }
  /**
   * It comes back from a post that is being deleted. The server has not answered yet. `isFromStorage`: the page that asked is
   * gone, so this one asks for the file.
   */
  | { step: 'returning'; media: Media; isFromStorage?: boolean }
  | ({ step: 'failed' } & Failure);

interface Failure {
  message: string;
  canRetry: boolean;
  /** A later retry may succeed without a change by the person. */
  isTemporary?: boolean;
  /** Its post was not deleted yet, or the server has withheld it. */
  wasReturning?: boolean;
}

export type AttachmentEvent =
  | { type: 'prepared' }
  | { type: 'moved'; progress: number }
  | { type: 'uploaded'; media: Media }
  | ({ type: 'failed' } & Failure)
  | { type: 'retried' };

/** Returns the state after an event. Events that come too late change nothing. */
export function advance(state: AttachmentState, event: AttachmentEvent): AttachmentState {
  const { step } = state;
  if (event.type === 'prepared' && step === 'preparing') return { step: 'uploading', progress: 0 };
  if (event.type === 'moved' && step === 'uploading')
    return event.progress > state.progress ? { step, progress: event.progress } : state;
  if (event.type === 'uploaded' && step === 'uploading')
    return { step: 'ready', media: event.media };
  if (event.type === 'failed' && isUnderWay(state)) {
    const { type: _, ...failure } = event;
    return { step: 'failed', ...failure };
  }
  if (event.type === 'retried' && step === 'failed' && state.canRetry) return { step: 'preparing' };
  return state;
}

export function isUnderWay({ step }: AttachmentState): boolean {
  return step === 'preparing' || step === 'uploading' || step === 'returning';
}

/** Whether this browser is sending it. */
export const isUploading = (state: AttachmentState): boolean =>
  isUnderWay(state) && state.step !== 'returning';

/** Whether a post may still hold it. */
export const isOfPost = ({ state }: Pick<Attachment, 'state'>): boolean =>
  state.step === 'returning' || (state.step === 'failed' && state.wasReturning === true);

export const isReturningFromStorage = ({ state }: Pick<Attachment, 'state'>): boolean =>
  state.step === 'returning' && state.isFromStorage === true;

/** The server's medium, if the server has the file. */
export const mediaOf = (state: AttachmentState): Media | undefined =>
  'media' in state ? state.media : undefined;

/** Whether the file failed, and every retry would fail too. */
export function isUnfit({ state }: Pick<Attachment, 'state'>): boolean {
  return state.step === 'failed' && !state.canRetry;
}

/** The list with one item moved. A move past either end stops there. */
export function moved<T extends { id: string }>(
  items: readonly T[],
  id: string,
  to: number,
): readonly T[] {
  const from = items.findIndex((item) => item.id === id);
  const index = Math.min(items.length - 1, Math.max(0, to));
  if (from < 0 || from === index) return items;
  return items.toSpliced(from, 1).toSpliced(index, 0, items[from]!);
}
