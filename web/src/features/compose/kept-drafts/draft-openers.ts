import type { Draft as KeptDraft } from '@roost/contract/drafts';

type Kind = 'post' | 'reply' | 'chat';
type Opener = (place: Pick<KeptDraft, 'parentPost' | 'conversationId'>) => Promise<void> | void;
const openers = new Map<Kind, Opener>();

/**
 * Registers how a kind of drafts opens at its place. The feature that has the place calls it when it loads. Returns a function that
 * removes the opener.
 */
export function registerDraftOpener(kind: Kind, open: Opener): () => void {
  openers.set(kind, open);
  return () => {
    // Another one may have taken its place.
    if (openers.get(kind) === open) openers.delete(kind);
  };
}

export const draftOpener = (kind: Kind): Opener | undefined => openers.get(kind);
