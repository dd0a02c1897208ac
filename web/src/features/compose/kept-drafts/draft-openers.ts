import type { DraftTarget } from './draft-key.ts';

type Kind = 'post' | 'reply' | 'chat';
type Opener = (target: DraftTarget) => Promise<void> | void;
const openers = new Map<Kind, Opener>();

/**
 * Registers how the box of a kind of drafts opens. The feature that has the box calls it when it loads. Returns a function that
 * removes the opener.
 */
export function registerDraftOpener(kind: Kind, open: Opener): () => void {
  openers.set(kind, open);
  return () => {
    // Another one may have replaced it.
    if (openers.get(kind) === open) openers.delete(kind);
  };
}

export const draftOpener = (kind: Kind): Opener | undefined => openers.get(kind);
