import type { KeyboardEvent } from 'react';

/** Whether the keys are Ctrl+Enter, or Cmd+Enter on a Mac. */
export function isSubmitKey({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing;
}
