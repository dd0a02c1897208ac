/** Limits how many tasks run at a time. The others wait in order, until their turn or until they are aborted. */
export class ConcurrencyLimit {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.turn(signal);
    try {
      return await task();
    } finally {
      this.free += 1;
      this.waiting.shift()?.();
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const abort = () => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      const begin = () => {
        signal.removeEventListener('abort', abort);
        this.free -= 1;
        resolve();
      };
      if (this.free > 0) return begin();
      this.waiting.push(begin);
      signal.addEventListener('abort', abort, { once: true });
      return undefined;
    });
  }
}
