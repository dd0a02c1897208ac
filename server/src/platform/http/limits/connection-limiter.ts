/** A connection or request that an address has open. */
export interface Slot {
  /** Whether the server waits for the sender, who may be slow on purpose. */
  isWaiting(): boolean;
  /** Closes it. */
  cut(): void;
}

/**
 * Limits how many connections and requests each network address has open at once. If all slots are taken, a new one closes
 * the one that has waited longest for its sender. So slow senders lose, and others behind the address get answers.
 */
export class SlotsPerAddress {
  readonly #maxOpen: number;
  readonly #open = new Map<string, Set<Slot>>();

  constructor(maxOpen: number) {
    this.#maxOpen = maxOpen;
  }

  /** False if the address is full: the server is answering everything that it has open. */
  take(key: string, slot: Slot): boolean {
    const slots = this.#open.get(key) ?? new Set();
    if (slots.size >= this.#maxOpen && !cutOldestWaiting(slots)) return false;
    slots.add(slot);
    this.#open.set(key, slots);
    return true;
  }

  release(key: string, slot: Slot): void {
    const slots = this.#open.get(key);
    if (slots?.delete(slot) && slots.size === 0) this.#open.delete(key);
  }
}

/** A set iterates in the order of insertion, so the oldest comes first. */
function cutOldestWaiting(slots: Set<Slot>): boolean {
  for (const slot of slots) {
    if (!slot.isWaiting()) continue;
    slots.delete(slot);
    slot.cut();
    return true;
  }
  return false;
}
