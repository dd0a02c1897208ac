import { ProviderUnavailable } from './payment-provider.ts';

/** Failures in a row after which nothing is asked for a while. */
const TOO_MANY = 5;
/** Milliseconds until one question is tried again. */
const REST = 30_000;
/** Questions under way at once; a slow provider must not hold everything else. */
const AT_ONCE = 10;
/** Milliseconds a provider is due: had it less before we gave up, that says nothing about it. */
const FAIR = 2_000;

/** Keeps a provider that is away from slowing down the rest: it is then not even asked. */
export class Circuit {
  #failures = 0;
  #openUntil = 0;
  #underWay = 0;

  /**
   * Runs `ask`, which may put several questions; what it throws as ProviderUnavailable counts as a failure, anything
   * else as an answer. `signal`: how long whoever asks has time.
   */
  async run<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    if (signal.aborted) throw new ProviderUnavailable(2);
    const rest = this.#openUntil - Date.now();
    if (rest > 0) throw new ProviderUnavailable(Math.ceil(rest / 1_000));
    if (this.#underWay >= AT_ONCE) throw new ProviderUnavailable(2);
    // While one tries whether it is back, the others go on waiting.
    if (this.#failures >= TOO_MANY) this.#openUntil = Date.now() + REST;
    this.#underWay += 1;
    const began = performance.now();
    try {
      const answer = await ask();
      this.#close();
      return answer;
    } catch (error) {
      const isOurs = signal.aborted && performance.now() - began < FAIR;
      if (!(error instanceof ProviderUnavailable)) this.#close();
      else if (!isOurs) this.#fail();
      throw error;
    } finally {
      this.#underWay -= 1;
    }
  }

  #close(): void {
    this.#failures = 0;
    this.#openUntil = 0;
  }

  #fail(): void {
    this.#failures += 1;
    if (this.#failures >= TOO_MANY) this.#openUntil = Date.now() + REST;
  }
}
