const HEARTBEAT_INTERVAL_MS = 2_000;
/** Milliseconds without a heartbeat. After that, a node counts as gone. */
const NODE_TIMEOUT_MS = 10_000;
/** Milliseconds without our own heartbeat. After that, the connection counts as lost. */
const OWN_HEARTBEAT_TIMEOUT_MS = 5_000;

/** Knows the other nodes by their heartbeats. By its own heartbeat it knows whether messages arrive. */
export class Heartbeat {
  readonly onJoined: ((node: string) => void)[] = [];
  readonly onGone: ((node: string) => void)[] = [];
  readonly onReturned: (() => void)[] = [];
  readonly #id: string;
  readonly #send: () => void;
  readonly #lastReceivedAt = new Map<string, number>();
  #ownReceivedAt = 0;
  #isLost = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(id: string, send: () => void) {
    this.#id = id;
    this.#send = send;
  }

  /** True at first. Other nodes count only after their first heartbeat. */
  get isConnected(): boolean {
    return !this.#isLost;
  }

  others(): Set<string> {
    return new Set(this.#lastReceivedAt.keys());
  }

  start(): void {
    this.#ownReceivedAt = performance.now();
    this.#send();
    this.#timer = setInterval(() => this.#tick(), HEARTBEAT_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  receive(node: string): void {
    const now = performance.now();
    if (node === this.#id) {
      this.#ownReceivedAt = now;
      if (!this.#isLost) return;
      this.#isLost = false;
      for (const listener of this.onReturned) listener();
      return;
    }
    const isNew = !this.#lastReceivedAt.has(node);
    this.#lastReceivedAt.set(node, now);
    if (!isNew) return;
    // A new node learns of us at once. It need not wait for the next heartbeat.
    this.#send();
    for (const listener of this.onJoined) listener(node);
  }

  lose(node: string): void {
    if (!this.#lastReceivedAt.delete(node)) return;
    for (const listener of this.onGone) listener(node);
  }

  #tick(): void {
    this.#send();
    const now = performance.now();
    this.#isLost ||= now - this.#ownReceivedAt > OWN_HEARTBEAT_TIMEOUT_MS;
    for (const [node, at] of this.#lastReceivedAt) if (now - at > NODE_TIMEOUT_MS) this.lose(node);
  }
}
