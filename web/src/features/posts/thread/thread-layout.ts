import type { Branch } from './thread-tree.ts';

/** A deeper part of a thread has its own page. */
const MAX_DEPTH = 8;
/** Up to this depth each level is indented. Deeper levels are flat. Phones have less room. */
const MAX_INDENT_DEPTH = { phone: 2, wide: 4 };

/** Whether the replies at this depth are indented no further. Always true on phones where it is true on wide screens. */
export function flatnessAt(depth: number): { isFlat: boolean; isFlatOnPhones: boolean } {
  return {
    isFlat: depth > MAX_INDENT_DEPTH.wide,
    isFlatOnPhones: depth > MAX_INDENT_DEPTH.phone,
  };
}

/** A chain of single replies is a dialogue. It opens expanded. */
export function isDialogue({ replies, isCut }: Branch, depth: number): boolean {
  return depth > 0 && replies.length === 1 && !isCut;
}

/** Whether the replies are on this page. The viewer's new comment is, also where the thread would continue on another page. */
export function isOnThisPage({ hasNewComment }: Branch, depth: number): boolean {
  return depth < MAX_DEPTH || hasNewComment;
}
