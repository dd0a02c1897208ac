import { deviceSwitch } from '../device-choice.ts';

/** Whether single keys act. People who speak to their computer, or type by accident, turn them off. */
export const hasSingleKeys = deviceSwitch('roost:keys');

/** Whether Ctrl+K, or Cmd+K on a Mac, opens the command palette. */
export const hasPaletteKey = deviceSwitch('roost:palette-key');
