import { useEffect, useEffectEvent, useMemo } from 'react';
import { hasPaletteKey, hasSingleKeys } from '../../lib/keys/key-choices.ts';
import { isPaletteKey } from '../../lib/keys/key-names.ts';
import { keyPrefix } from '../../lib/keys/key-sequence.ts';
import { keyboardOverlay } from '../../lib/keys/keyboard-overlay.ts';
import { areSingleKeysClaimed, isForPage, singleKeyOf } from '../../lib/keys/single-keys.ts';
import {
  keyActions,
  repeatingKeys,
  stepBy,
  type KeyAction,
  type KeyContext,
} from './key-actions.ts';
import { postSteps } from './post-steps.ts';

/** The second key of a sequence must follow the first within this time, in ms. */
export const SEQUENCE_MS = 1_500;

const modifierKeys = /^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;

/** Keys of ARIA's feed pattern, which are no characters. They always act, on a focused post. */
const feedKeys: Record<string, KeyAction> = { PageDown: stepBy(1), PageUp: stepBy(-1) };

/** Handles the keys of the app. */
export function useKeys(of: Omit<KeyContext, 'steps'>): void {
  const steps = useMemo(postSteps, []);
  const context = { ...of, steps };
  const prefix = useMemo(() => keyPrefix('g', SEQUENCE_MS), []);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // They come before the key itself.
    if (modifierKeys.test(event.key)) return;
    steps.stop();
    if (!isForPage(event)) return prefix.forget();
    if (isPaletteKey(event)) {
      prefix.forget();
      if (!hasPaletteKey.get()) return;
      event.preventDefault();
      return keyboardOverlay.set('palette');
    }
    const key = singleKeyOf(event);
    if (key === undefined) return prefix.forget();
    if (isInFeed(event.target) && feedKeys[key]?.(context)) return event.preventDefault();
    if (!hasSingleKeys.get() || areSingleKeysClaimed()) return prefix.forget();
    if (event.repeat && !repeatingKeys.includes(key)) return;
    const name = prefix.join(key, event.timeStamp);
    if (name !== undefined && keyActions[name]?.(context)) event.preventDefault();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => {
      removeEventListener('keydown', listener);
      steps.stop();
    };
  }, [steps]);
}

function isInFeed(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=feed] article') !== null;
}
