/**
 * The position of this tab in its person's event log: the last `seq`, and the events received with it.
 * One number can bring several events, and a connection can break between them. So the client asks for that number
 * again after a break, and skips the events that it already has.
 */
export class EventLogPosition {
  #seq: number | undefined;
  /** How often each event name came with the last number: in total, and since the last connect. */
  readonly #known = new Map<string, number>();
  readonly #current = new Map<string, number>();

  /** The value for `auth.since`. Undefined until the server has sent the position of the log. */
  get since(): number | undefined {
    if (this.#seq === undefined || this.#known.size === 0) return this.#seq;
    return Math.max(0, this.#seq - 1);
  }

  /** Sets the position. Forgets the former one. */
  start(seq: number): void {
    this.#seq = seq;
    this.#known.clear();
    this.#current.clear();
  }

  /** Called when a connection opens. The server may now repeat events. */
  connected(): void {
    this.#current.clear();
  }

  /** Records the event. Returns whether this tab receives it for the first time. */
  accept(name: string, seq: number): boolean {
    if (seq < (this.#seq ?? 0)) return false;
    if (seq !== this.#seq) this.start(seq);
    const times = (this.#current.get(name) ?? 0) + 1;
    this.#current.set(name, times);
    if (times <= (this.#known.get(name) ?? 0)) return false;
    this.#known.set(name, times);
    return true;
  }
}
