import type { CallMedia } from '@roost/contract/calls';
import { callTiming } from './call-timing.ts';
import { personalStore, useStore } from '../../lib/store.ts';
import { toast } from '../../ui/overlays/toasts.ts';
import type { ActiveCall, Person } from './call-machine.ts';
import { currentCall, subscribeToCall } from './call-store.ts';
import { endingTexts } from './endings.ts';

/** A call that the other side left. */
export interface LeftCall {
  by: Person;
  media: CallMedia;
}

const left = personalStore<LeftCall | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

export const useLeftCall = (): LeftCall | undefined => useStore(left);

/**
 * Shows why a call ended, if this side did not end it. If the other side left or lost its connection, it shows a button to
 * call again for a while.
 */
export function showEnding({ otherUser, media }: ActiveCall, words: string): void {
  (words === endingTexts.peerLeft ? toast.info : toast.error)(words);
  if (words === endingTexts.peerLeft || words === endingTexts.peerLost)
    show({ by: otherUser, media });
}

export const dismissLeftCall = (): void => show(undefined);

subscribeToCall(() => {
  if (currentCall().status !== 'idle') dismissLeftCall();
});

function show(next: LeftCall | undefined): void {
  clearTimeout(timer);
  if (next) timer = setTimeout(dismissLeftCall, callTiming.callAgainMs);
  left.set(next);
}
