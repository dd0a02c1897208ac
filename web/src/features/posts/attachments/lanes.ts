/** Lets so many works go on at a time; the others wait their turn, in order, or until they are called off. */
export class Lanes {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.turn(signal);
    try {
      return await work();
    } finally {
      this.free += 1;
      this.waiting.shift()?.();
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const giveUp = () => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      const begin = () => {
        signal.removeEventListener('abort', giveUp);
        this.free -= 1;
        resolve();
      };
      if (this.free > 0) return begin();
      this.waiting.push(begin);
      signal.addEventListener('abort', giveUp, { once: true });
      return undefined;
    });
  }
}
