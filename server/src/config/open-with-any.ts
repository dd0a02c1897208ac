import type { Keys } from '../kernel/ports.ts';

/** Opens with the first key that fits. Throws what the last one says if none does. */
export function openWithAny<Result>({ all }: Keys, open: (secret: string) => Result): Result {
  let failure: unknown = new Error('There is no key.');
  for (const secret of all) {
    try {
      return open(secret);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
