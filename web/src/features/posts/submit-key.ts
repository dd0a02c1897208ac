import type { KeyboardEvent } from 'react';

/** Ctrl+Enter, and Cmd+Enter on a Mac. */
export function isSubmitKey({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing;
}
