/** Milliseconds between two signs of life. */
const BEAT = 2_000;
/** Milliseconds of silence after which a node counts as gone. */
const GONE_AFTER = 10_000;
/** Milliseconds for which our own signs may not come back to us before the wire counts as cut. */
const CUT_AFTER = 5_000;

/** Which nodes are there, by the signs of life they give; and whether the wire carries, by hearing our own. */
export class Pulse {
  readonly onJoined: ((node: string) => void)[] = [];
  readonly onGone: ((node: string) => void)[] = [];
  readonly onReturned: (() => void)[] = [];
  readonly #id: string;
  readonly #beat: () => void;
  readonly #lastHeard = new Map<string, number>();
  #ownHeard = 0;
  #wasCut = false;
  #clock: NodeJS.Timeout | undefined;

  constructor(id: string, beat: () => void) {
    this.#id = id;
    this.#beat = beat;
  }

  /** Taken for true at first: others are only there once they are heard. */
  get isHeard(): boolean {
    return !this.#wasCut;
  }

  others(): Set<string> {
    return new Set(this.#lastHeard.keys());
  }

  start(): void {
    this.#ownHeard = performance.now();
    this.#beat();
    this.#clock = setInterval(() => this.#tick(), BEAT);
    this.#clock.unref();
  }

  stop(): void {
    clearInterval(this.#clock);
  }

  heard(node: string): void {
    const now = performance.now();
    if (node === this.#id) {
      this.#ownHeard = now;
      if (!this.#wasCut) return;
      this.#wasCut = false;
      for (const listener of this.onReturned) listener();
      return;
    }
    const isNew = !this.#lastHeard.has(node);
    this.#lastHeard.set(node, now);
    if (!isNew) return;
    // Whoever has just come knows of us at once, and needs not wait for our next sign.
    this.#beat();
    for (const listener of this.onJoined) listener(node);
  }

  lose(node: string): void {
    if (!this.#lastHeard.delete(node)) return;
    for (const listener of this.onGone) listener(node);
  }

  #tick(): void {
    this.#beat();
    const now = performance.now();
    this.#wasCut ||= now - this.#ownHeard > CUT_AFTER;
    for (const [node, at] of this.#lastHeard) if (now - at > GONE_AFTER) this.lose(node);
  }
}
