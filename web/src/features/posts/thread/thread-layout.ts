import type { Branch } from './thread-tree.ts';

/** A deeper part of a thread has its own page. */
const MAX_DEPTH = 8;
/** Up to this depth each level is indented. Deeper levels are flat. Phones have less room. */
const MAX_INDENT_DEPTH = { phone: 2, wide: 4 };

/** Whether the replies at this depth are indented no further. Phones become flat at a smaller depth. */
export function flatnessAt(depth: number): { isFlat: boolean; isFlatOnPhones: boolean } {
  return {
    isFlat: depth > MAX_INDENT_DEPTH.wide,
    isFlatOnPhones: depth > MAX_INDENT_DEPTH.phone,
  };
}

/** Whether the branch is one step of a dialogue (one reply each). Dialogues open expanded. */
export function isDialogue({ replies, isCut }: Branch, depth: number): boolean {
  return depth > 0 && replies.length === 1 && !isCut;
}

/**
 * Whether this page shows the replies. Deeper branches have their own page, unless they contain a comment that the viewer has
 * just written.
 */
export function isOnThisPage({ hasNewComment }: Branch, depth: number): boolean {
  return depth < MAX_DEPTH || hasNewComment;
}
