import type { Token } from './token.ts';

/** Replaces a token with `text` and a space, as if the person had typed it. So Undo reverts it. */
export function insertSuggestion(box: HTMLTextAreaElement, token: Token, text: string): void {
  const isSpaced = /^\s/.test(box.value.slice(token.end));
  const typed = isSpaced ? text : `${text} `;
  box.focus();
  box.setSelectionRange(token.start, token.end);
  // No other API writes into the undo history of a field. Without it, the field still gets the text.
  if (!document.execCommand('insertText', false, typed)) {
    box.setRangeText(typed, token.start, token.end, 'end');
    box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  }
  if (isSpaced) {
    const caret = token.start + text.length + 1;
    box.setSelectionRange(caret, caret);
  }
}
