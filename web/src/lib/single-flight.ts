import { personalMap } from './logout.ts';

/** Returns a function that runs work by key. Callers with the same key share one running work and its result. */
export function createSingleFlight<Result>() {
  const running = personalMap<string, Promise<Result>>();
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const shared = running.get(key);
    if (shared) return shared;
    const result = work().finally(() => {
      // After a logout, another person's work may run under this key.
      if (running.get(key) === result) running.delete(key);
    });
    running.set(key, result);
    return result;
  };
}
