import type { Connection, Send } from './statement-sender.ts';

/**
 * One transaction on one connection. It does not wait for the answer to `begin`, and it sends statements without waiting
 * for the answers to earlier ones.
 */
export class OpenTransaction {
  readonly #connection: Connection;
  #begun: Promise<unknown> | null;
  #failure: { error: unknown } | null = null;
  #isOver = false;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#begun = connection.query('begin', []);
    // The first statement reports a failure of `begin`.
    this.#begun.catch(() => {});
  }

  readonly query: Send = async (text, values) => {
    // After the end, the statement would be a transaction of its own.
    if (this.#isOver) throw new Error('The transaction is over.');
    return this.#afterBegin(this.#noteFailure(this.#connection.query(text, values)));
  };

  /** PostgreSQL answers the commit of a failed transaction with a rollback, without an error. */
  async commit(): Promise<void> {
    this.#isOver = true;
    await this.#afterBegin(this.#connection.query('commit', []));
    if (this.#failure) throw this.#failure.error;
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    await this.#connection.query('rollback', []);
  }

  /**
   * PostgreSQL refuses every statement after the one that failed (25P02, or 26000 for one it did not prepare). Such a refusal
   * may reach the caller first, so the first error replaces it.
   */
  async #noteFailure(answer: Promise<object>): Promise<object> {
    try {
      return await answer;
    } catch (error) {
      this.#failure ??= { error };
      throw this.#failure.error;
    }
  }

  async #afterBegin(answer: Promise<object>): Promise<object> {
    const begun = this.#begun;
    this.#begun = null;
    if (begun) await Promise.all([begun, answer]);
    return answer;
  }
}
