import { navigate } from '../../../lib/router/router.tsx';
import type { KeyboardEvent, MouseEvent } from 'react';
import { paths } from '../../../paths.ts';

const CONTROL_SELECTOR =
  'a, button, input, textarea, select, label, video, audio, [role="button"], [role="menuitem"]';

/**
 * Handlers that make a whole row open its post. Links, buttons and text selection inside the row keep their own
 * behaviour.
 */
export function useOpenPost(id: string | undefined) {
  if (id === undefined) return {};
  const path = paths.post(id);
  const inNewTab = () => window.open(path, '_blank', 'noopener');
  return {
    onClick(event: MouseEvent<HTMLElement>) {
      if (!isOnRow(event) || hasSelection(event.currentTarget)) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey) inNewTab();
      else navigate(path);
    },
    onAuxClick(event: MouseEvent<HTMLElement>) {
      if (event.button === 1 && isOnRow(event)) inNewTab();
    },
    onMouseDown(event: MouseEvent<HTMLElement>) {
      // Otherwise the middle button starts the browser's auto-scroll.
      if (event.button === 1 && isOnRow(event)) event.preventDefault();
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
      if (event.metaKey || event.ctrlKey) inNewTab();
      else navigate(path);
    },
  };
}

/** React also bubbles events from menus and dialogs, which are elsewhere in the document. This ignores them. */
function isOnRow({ target, currentTarget, defaultPrevented }: MouseEvent<HTMLElement>): boolean {
  if (defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target))
    return false;
  const control = target.closest(CONTROL_SELECTOR);
  return !control || !currentTarget.contains(control);
}

function hasSelection(row: HTMLElement): boolean {
  const selection = getSelection();
  return (
    selection !== null &&
    !selection.isCollapsed &&
    selection.toString() !== '' &&
    selection.containsNode(row, true)
  );
}
