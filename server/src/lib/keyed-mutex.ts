/** A mutex for each key. Work that shares a key runs in the order of its calls. Other work runs at the same time. */
export class KeyedMutex {
  /** The last work of each key that runs or waits. It never rejects. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work after all earlier work of these keys, and returns its result. */
  async run<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const earlier = keys.map((key) => this.#last.get(key) ?? Promise.resolve());
    const result = Promise.all(earlier).then(work);
    // Only the caller gets an error. Later work runs all the same.
    const settled = result.catch(() => {});
    for (const key of keys) this.#last.set(key, settled);
    await settled;
    for (const key of keys) if (this.#last.get(key) === settled) this.#last.delete(key);
    return result;
  }

  /** Waits for all work that has been passed to `run` so far. */
  async settled(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}
