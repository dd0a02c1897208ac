import type { Token } from './token.ts';

/** Puts `text` and a space in a token's place, as if it had been typed: Undo takes it back. */
export function insertFor(box: HTMLTextAreaElement, token: Token, text: string): void {
  const isSpaced = /^\s/.test(box.value.slice(token.end));
  const typed = isSpaced ? text : `${text} `;
  box.focus();
  box.setSelectionRange(token.start, token.end);
  // The only way to write into a field's own history; where it is gone, the text is still put in.
  if (!document.execCommand('insertText', false, typed)) {
    box.setRangeText(typed, token.start, token.end, 'end');
    box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  }
  if (isSpaced) {
    const caret = token.start + text.length + 1;
    box.setSelectionRange(caret, caret);
  }
}
