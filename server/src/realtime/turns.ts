/** Has things done one after the other wherever they share a key, and at once where they don't. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = keys.map((key) => this.#last.get(key) ?? Promise.resolve());
    const turn = Promise.all(before).then(work);
    // What fails is its caller's to hear of, and holds nobody up.
    const settled = turn.catch(() => {});
    for (const key of keys) this.#last.set(key, settled);
    await settled;
    for (const key of keys) if (this.#last.get(key) === settled) this.#last.delete(key);
    return turn;
  }

  /** Once all that has been taken so far is done. */
  async settled(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}
