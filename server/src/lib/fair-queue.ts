/**
 * A bounded queue that is fair to its keys. Each key has its own queue, and the keys take turns. When the total is full, the
 * key with the most items loses its newest one. So a flood from one key affects only that key.
 */
export class FairQueue<T> {
  /** The most items of all keys together. */
  readonly maxSize: number;
  /** In the order of their turns. None is empty. */
  readonly #queues = new Map<string, T[]>();
  #size = 0;

  constructor(maxSize: number) {
    this.maxSize = maxSize;
  }

  get size(): number {
    return this.#size;
  }

  /** How many items come before a new one of this key. Infinity if the new one would drop out. */
  aheadOf(key: string): number {
    const own = this.#queues.get(key)?.length ?? 0;
    let [ahead, longest] = [own, 0];
    for (const [other, { length }] of this.#queues) {
      if (other === key) continue;
      ahead += Math.min(length, own + 1);
      longest = Math.max(longest, length);
    }
    return this.#size >= this.maxSize && own + 1 >= longest ? Infinity : ahead;
  }

  /** Adds an item. Returns the item that drops out, which may be the new one. */
  add(key: string, item: T): T | undefined {
    const queue = this.#queues.get(key);
    if (queue) queue.push(item);
    else this.#queues.set(key, [item]);
    this.#size += 1;
    return this.#size > this.maxSize ? this.#dropFromLongest() : undefined;
  }

  /** The next item in turn. */
  take(): T | undefined {
    const [next] = this.#queues;
    if (!next) return undefined;
    const [key, queue] = next;
    const item = queue.shift();
    this.#size -= 1;
    this.#queues.delete(key);
    if (queue.length > 0) this.#queues.set(key, queue);
    return item;
  }

  /** Of equally long queues, the one whose turn is last loses an item. So items that waited before stay. */
  #dropFromLongest(): T | undefined {
    let longest: [string, T[]] | undefined;
    for (const each of this.#queues)
      if (!longest || each[1].length >= longest[1].length) longest = each;
    if (!longest) return undefined;
    const [key, queue] = longest;
    const item = queue.pop();
    this.#size -= 1;
    if (queue.length === 0) this.#queues.delete(key);
    return item;
  }
}
