import { useEffect, useRef, type RefObject } from 'react';
import { personalStore } from '../../lib/store.ts';
import { draftOpener } from './kept-drafts/draft-openers.ts';

/** The key of the draft whose text box takes the focus when it opens. */
const boxToFocus = personalStore<string | undefined>(undefined);

/**
 * Moves the focus to the end of a text that came back. If its box is not on the page, it opens as for a new post (in the dialog)
 * or a reply (on the page of the post). The box of a new post must also be in the window.
 */
export async function openBox(draftKey: string, parentPost: string | null): Promise<void> {
  // The text opens the box of a comment, and makes others taller, a moment later.
  await new Promise(requestAnimationFrame);
  const box = boxOf(draftKey);
  if (box && (parentPost !== null || isInWindow(box))) {
    focusEnd(box);
    return;
  }
  boxToFocus.set(draftKey);
  const kind = parentPost === null ? 'post' : 'reply';
  await draftOpener(kind)?.({ parentPost, conversationId: null });
}

/** Returns the ref of a composer. Moves the focus to the end of its text, if `openBox` opened it. */
export function useFocusOnOpen(draftKey: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const box = form.current?.querySelector('textarea');
    if (!box || boxToFocus.get() !== draftKey) return;
    boxToFocus.set(undefined);
    focusEnd(box);
  }, [draftKey]);
  return form;
}

function boxOf(draftKey: string): HTMLTextAreaElement | null {
  return document.querySelector(`[data-composer="${CSS.escape(draftKey)}"] textarea`);
}

function isInWindow(box: HTMLElement): boolean {
  const { top, bottom } = box.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function focusEnd(box: HTMLTextAreaElement): void {
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
}
