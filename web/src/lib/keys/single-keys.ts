/** Where letters are text, or choose the option that begins with them. A checkbox and a button take no letters. */
const TYPING =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range], [type=file]), [contenteditable]:not([contenteditable=false]), [role=combobox], [role=listbox], [role=textbox], [role=searchbox]';

/** Overlays have their own keys: dialogs, sheets, menus, the media viewer, and calls. */
const OVERLAYS =
  '[role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed]), [role=menu]:not([data-closed])';

/** The element into which a person types. */
export function fieldOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(TYPING) : null;
}

export const isOverlayOpen = (): boolean => document.querySelector(OVERLAYS) !== null;

/** Whether a key event belongs to the page: no field, overlay, other listener or input method takes it. */
export function isForPage(event: KeyboardEvent): boolean {
  return (
    !event.defaultPrevented && !event.isComposing && !fieldOf(event.target) && !isOverlayOpen()
  );
}

/**
 * The key that a person pressed alone, as the character of their own keyboard layout. Letters are in lower case, also with
 * Caps Lock. Undefined for a letter with Shift, and for any key with another modifier.
 */
export function singleKeyOf(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (ctrlKey || altKey || metaKey) return undefined;
  if ([...key].length > 1) return key;
  const isLetter = key.toLowerCase() !== key.toUpperCase();
  // Many layouts need Shift for a question mark or a slash.
  if (isLetter && shiftKey) return undefined;
  return key.toLowerCase();
}

let claims = 0;

/** A page with its own single keys takes all of them while it is shown. Returns the function that ends this. */
export function claimSingleKeys(): () => void {
  claims += 1;
  return () => void (claims -= 1);
}

export const areSingleKeysClaimed = (): boolean => claims > 0;
