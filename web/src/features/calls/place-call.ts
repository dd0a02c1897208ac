import type { CallMedia } from '@roost/contract/calls';
import { personalStore, useStore } from '../../lib/store.ts';
import { toast } from '../../ui/overlays/toasts.ts';
import type { Person } from './call-machine.ts';
import {
  currentCall,
  dispatchCall,
  isConnected,
  subscribeToCall,
  placeCallRefusal,
} from './call-store.ts';
import { storedChoice } from './devices/chosen-devices.ts';

/** A call that the user will place after the device preview. */
export interface PlannedCall {
  to: Person;
  media: CallMedia;
}

const planned = personalStore<PlannedCall | undefined>(undefined);

export const plannedCall = planned.get;
export const usePlannedCall = (): PlannedCall | undefined => useStore(planned);

/** Handles a call button. Opens the device preview before the first call, or if the browser denies a device. */
export async function startCall(to: Person, media: CallMedia): Promise<void> {
  const refusal = placeCallRefusal();
  if (refusal) return toast.error(refusal);
  if (storedChoice() !== undefined && !(await isDenied(media))) placeCall(to, media);
  // Somebody may have called meanwhile.
  else if (currentCall().status === 'idle') planned.set({ to, media });
  return undefined;
}

export function placeCall({ _id, username, fullName, avatar }: Person, media: CallMedia): void {
  planned.set(undefined);
  const to = { _id, username, fullName, avatar };
  const refusal = dispatchCall({ name: 'place', to, media, isConnected: isConnected() });
  if (refusal) toast.error(refusal);
}

export const cancelPlannedCall = (): void => planned.set(undefined);

// An incoming call closes the preview, because the call needs the devices and the screen.
subscribeToCall(() => {
  if (currentCall().status !== 'idle') cancelPlannedCall();
});

async function isDenied(media: CallMedia): Promise<boolean> {
  const names: PermissionName[] = media === 'video' ? ['microphone', 'camera'] : ['microphone'];
  try {
    const asked = await Promise.all(names.map((name) => navigator.permissions.query({ name })));
    return asked.some(({ state }) => state === 'denied');
  } catch {
    // Not every browser supports these permission names.
    return false;
  }
}
