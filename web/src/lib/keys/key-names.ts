import * as words from '#words/lib';

/** Keys that a person presses together, such as Ctrl and K. */
export type Chord = readonly string[];

/** Chords that a person presses one after the other. Most have one. */
export type KeySequence = readonly Chord[];

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The key of commands: Ctrl, or Cmd on a Mac. */
export const commandKey = isMac ? '⌘' : words.ctrlKey;

export const paletteKeys: KeySequence = [[commandKey, 'K']];

/** Whether the keys are those of the command palette. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  const isCommand = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isCommand && !altKey && !shiftKey && !repeat && key.toLowerCase() === 'k';
}
