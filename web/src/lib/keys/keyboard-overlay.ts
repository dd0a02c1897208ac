import { personalStore } from '../store.ts';

/** The overlay of the keyboard that is open. `shell/keyboard` shows it, and any code can open it. */
export const keyboardOverlay = personalStore<'help' | 'palette' | undefined>(undefined);
