import type { CallMedia } from '@roost/contract/calls';
import { useSyncExternalStore } from 'react';
import { LOGOUT_EVENT } from '../../lib/logout.ts';
import { toast } from '../../ui/toasts.ts';
import type { Person } from './call-machine.ts';
import { currentCall, dispatchCall, isConnected, subscribeToCall, whyNot } from './call-store.ts';
import { storedChoice } from './devices/device-choice.ts';

/** A call somebody means to place, once they have looked at their devices. */
export interface CallWish {
  to: Person;
  media: CallMedia;
}

let wish: CallWish | undefined;
const listeners = new Set<() => void>();

export const callWish = (): CallWish | undefined => wish;

export function useCallWish(): CallWish | undefined {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, callWish);
}

/** From a press on a call button: before the first call, and where the browser refuses, the devices come first. */
export async function startCall(to: Person, media: CallMedia): Promise<void> {
  const refusal = whyNot();
  if (refusal) return toast.error(refusal);
  if (storedChoice() !== undefined && !(await isDenied(media))) placeCall(to, media);
  // Meanwhile somebody else can have called.
  else if (currentCall().status === 'idle') setWish({ to, media });
  return undefined;
}

export function placeCall({ _id, username, fullName, avatar }: Person, media: CallMedia): void {
  setWish(undefined);
  const to = { _id, username, fullName, avatar };
  const refusal = dispatchCall({ name: 'place', to, media, isConnected: isConnected() });
  if (refusal) toast.error(refusal);
}

export const giveUpCall = (): void => setWish(undefined);

// Whoever is rung in the middle of it needs their devices for that call, and nothing above it.
subscribeToCall(() => {
  if (currentCall().status !== 'idle') giveUpCall();
});
addEventListener(LOGOUT_EVENT, giveUpCall);

function setWish(next: CallWish | undefined): void {
  if (next === wish) return;
  wish = next;
  for (const listener of listeners) listener();
}

async function isDenied(media: CallMedia): Promise<boolean> {
  const names: PermissionName[] = media === 'video' ? ['microphone', 'camera'] : ['microphone'];
  try {
    const asked = await Promise.all(names.map((name) => navigator.permissions.query({ name })));
    return asked.some(({ state }) => state === 'denied');
  } catch {
    // Not every browser tells.
    return false;
  }
}
