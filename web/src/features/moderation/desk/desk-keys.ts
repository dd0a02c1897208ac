import { useEffect, useEffectEvent } from 'react';
import { deviceSwitch } from '../../../lib/device-choice.ts';
import {
  claimSingleKeys,
  fieldOf,
  isOverlayOpen,
  singleKeyOf,
} from '../../../lib/keys/single-keys.ts';

/** Whether single keys act at the desk. People who speak to their computer, or type by accident, turn them off. */
export const hasDeskKeys = deviceSwitch('roost:desk-keys');

/**
 * Calls `act` with each key that a person presses at the desk. It returns whether the key has a meaning. Keys do nothing in a
 * field, in a dialog, and together with a modifier. They never repeat.
 */
export function useDeskKeys(act: (key: string) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKeyOf(event);
    if (key === undefined || event.repeat || event.isComposing || isOverlayOpen()) return;
    const field = fieldOf(event.target);
    if (field) {
      if (key === 'Escape') field.blur();
      return;
    }
    if (key !== 'Escape' && !hasDeskKeys.get()) return;
    if (act(key)) event.preventDefault();
  });
  useEffect(claimSingleKeys, []);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    // Before a dialog closes itself by the same Escape.
    addEventListener('keydown', listener, true);
    return () => removeEventListener('keydown', listener, true);
  }, []);
}
