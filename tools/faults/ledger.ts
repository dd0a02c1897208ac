export type WriteKind = 'post' | 'comment' | 'like' | 'follow' | 'message' | 'upload';

/**
 * `unknown`: the answer was lost or was a 503, so the write may have happened.
 * `refused`: the server said no for good, so the write must not have happened.
 */
export type WriteState = 'open' | 'acknowledged' | 'refused' | 'unknown';

export interface Write {
  kind: WriteKind;
  /** Its text, or the pair of a like or follow. Each write has its own. */
  name: string;
  state: WriteState;
  /** The id from the answer, if it has one. */
  id?: string;
  /** The last answer. */
  last?: string;
  /** Sends it again under the same key, so that it happens once. Absent for a write without a key. */
  repeat?: () => Promise<void>;
}

/** Every write that the load has sent, and what the server answered. */
export class Ledger {
  readonly writes: Write[] = [];
  readonly #byName = new Map<string, Write>();
  /** Answers that no fault explains, such as a 500. */
  readonly strange: string[] = [];
  acknowledged = 0;
  unavailable = 0;
  /** Requests that were answered as they should be, reads included. */
  answered = 0;
  failed = 0;

  open(kind: WriteKind, name: string): Write {
    const write: Write = { kind, name, state: 'open' };
    this.writes.push(write);
    this.#byName.set(`${kind} ${name}`, write);
    return write;
  }

  find(kind: WriteKind, name: string): Write | undefined {
    return this.#byName.get(`${kind} ${name}`);
  }

  acknowledge(write: Write, id?: string): void {
    if (write.state !== 'acknowledged') this.acknowledged += 1;
    write.state = 'acknowledged';
    if (id !== undefined) write.id = id;
  }

  of(kind: WriteKind, state: WriteState = 'acknowledged'): Write[] {
    return this.writes.filter((each) => each.kind === kind && each.state === state);
  }
}
