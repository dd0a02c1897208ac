import { useEffect, useEffectEvent } from 'react';
import { storedText } from '../../../lib/storage.ts';
import { createStore } from '../../../lib/store.ts';

const stored = storedText('localStorage', 'roost:desk-keys');

/** Whether single keys act at the desk. People who speak to their computer, or type by accident, turn them off. */
export const hasDeskKeys = createStore(stored.read() !== 'off');

export function setDeskKeys(isOn: boolean): void {
  hasDeskKeys.set(isOn);
  stored.write(isOn ? undefined : 'off');
}

/**
 * Calls `act` with each key that a person presses at the desk. It returns whether the key has a meaning. Keys do nothing in a
 * field, in a dialog, and together with a modifier. They never repeat.
 */
export function useDeskKeys(act: (key: string) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return;
    const isField = event.target instanceof Element && event.target.closest(fields);
    if (isField) {
      if (event.key === 'Escape' && isField instanceof HTMLElement) isField.blur();
      return;
    }
    if (event.key !== 'Escape' && !hasDeskKeys.get()) return;
    if (act(event.key)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    // Before a dialog closes itself by the same Escape.
    addEventListener('keydown', listener, true);
    return () => removeEventListener('keydown', listener, true);
  }, []);
}

/** Where keys are text. A checkbox and a button take no letters. */
const fields =
  'textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button])';
