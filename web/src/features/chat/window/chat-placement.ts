import { paths } from '../../../paths.ts';

/** The state that decides where the open chat is shown. */
export interface ChatView {
  /** The window has a right column for the chat. */
  isWide: boolean;
  /** The person of the open chat. */
  open: string | undefined;
  /** The person in the address. */
  addressed: string | undefined;
}

type Step =
  | { kind: 'open'; userId: string }
  | { kind: 'close' }
  | { kind: 'go'; to: string; replace: boolean };

/**
 * Returns the next step that brings the open chat to its position, or undefined if it is there. On wide screens, the
 * chat is beside the pages and not in the address. On narrow screens, it is a page and open while it is in the address.
 *
 * @param was the view before; undefined when the app has just started
 */
export function nextStep(was: ChatView | undefined, now: ChatView): Step | undefined {
  const { isWide, open, addressed } = now;
  const hasMoved = was?.addressed !== addressed;
  if (addressed && addressed !== open && (isWide || hasMoved))
    return { kind: 'open', userId: addressed };
  if (isWide) return addressed ? { kind: 'go', to: paths.messages, replace: true } : undefined;
  // The user went back or to another page, or the chat was stored by a wider window.
  if (open && !addressed && (!was || (hasMoved && !was.isWide))) return { kind: 'close' };
  if (open && open !== addressed) return { kind: 'go', to: paths.chat(open), replace: false };
  if (!open && addressed) return { kind: 'go', to: paths.messages, replace: true };
  return undefined;
}
