/** All there is to know for saying where a chat is shown. */
export interface ChatView {
  /** There is a right column for it. */
  isWide: boolean;
  /** The person of the open chat. */
  open: string | undefined;
  /** The person the address names. */
  addressed: string | undefined;
}

type Step =
  | { kind: 'open'; userId: string }
  | { kind: 'close' }
  | { kind: 'go'; to: string; replace: boolean };

export const MESSAGES_PATH = '/home/message';

/** The page of the chat with a person, on screens without a right column. */
export function chatPath(userId: string): string {
  return `${MESSAGES_PATH}?with=${encodeURIComponent(userId)}`;
}

/**
 * What is to be done for the open chat to be where it belongs. On wide screens it stands beside the pages, and no
 * address names it; on others it is a page, and is open as long as the address names it.
 *
 * @param was undefined when the app has just been opened
 */
export function stepOf(was: ChatView | undefined, now: ChatView): Step | undefined {
  const { isWide, open, addressed } = now;
  const hasMoved = was?.addressed !== addressed;
  if (addressed && addressed !== open && (isWide || hasMoved))
    return { kind: 'open', userId: addressed };
  if (isWide) return addressed ? { kind: 'go', to: MESSAGES_PATH, replace: true } : undefined;
  // Left by Back or another page; or left over from a time when the window was wider.
  if (open && !addressed && (!was || (hasMoved && !was.isWide))) return { kind: 'close' };
  if (open && open !== addressed) return { kind: 'go', to: chatPath(open), replace: false };
  if (!open && addressed) return { kind: 'go', to: MESSAGES_PATH, replace: true };
  return undefined;
}
