/**
 * How far this tab has been told of what happens to its person (contract §8): the last `seq` seen, and which events
 * of that number. One number can bring several events and a connection can break between them, so that number is
 * asked for again after a break, and what of it was heard already is left out.
 */
export class StreamPlace {
  #seq: number | undefined;
  /** How often each name came with the last number: in all, and since the last connect. */
  readonly #known = new Map<string, number>();
  readonly #current = new Map<string, number>();

  /** What to send as `auth.since`; undefined before the server has said where the stream stands. */
  get since(): number | undefined {
    if (this.#seq === undefined || this.#known.size === 0) return this.#seq;
    return Math.max(0, this.#seq - 1);
  }

  /** The stream is followed from here on, whatever was before. */
  start(seq: number): void {
    this.#seq = seq;
    this.#known.clear();
    this.#current.clear();
  }

  /** A connection begins, and with it whatever is sent again. */
  connected(): void {
    this.#current.clear();
  }

  /** Whether an event is heard for the first time. */
  isNew(name: string, seq: number): boolean {
    if (seq < (this.#seq ?? 0)) return false;
    if (seq !== this.#seq) this.start(seq);
    const times = (this.#current.get(name) ?? 0) + 1;
    this.#current.set(name, times);
    if (times <= (this.#known.get(name) ?? 0)) return false;
    this.#known.set(name, times);
    return true;
  }
}
