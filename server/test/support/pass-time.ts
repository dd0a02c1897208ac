import { vi } from 'vitest';

const now = performance.now.bind(performance);

/** Moves `performance.now()` forward by this many milliseconds, until `vi.restoreAllMocks()`. */
export function passTime(milliseconds: number): void {
  vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
}
