import type { Keys } from '../../src/kernel/ports.ts';

/** A ring of these keys, the current one first. */
export const ringOf = (...all: string[]): Keys => ({ current: all[0] ?? '', all });
