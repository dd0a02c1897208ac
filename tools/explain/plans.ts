import { Database } from '../../server/src/platform/database/client.ts';
import { openPool } from '../../server/src/platform/database/connection/pool.ts';

export interface Plan {
  statement: string;
  lines: string[];
}

/** A database that, before each statement, has it explained and run once for the plan alone. */
export class ExplainingDatabase {
  readonly db: Database;
  readonly #pool: ReturnType<typeof openPool>;
  #plans: Plan[] = [];

  constructor(url: string) {
    this.#pool = openPool({ url, size: 1, onError: console.error });
    this.db = new Database({
      connect: async () => this.#explaining(),
      end: async () => this.#pool.end(),
    });
  }

  /** The plans of what `work` asks. */
  async plansOf(work: () => Promise<unknown>): Promise<Plan[]> {
    this.#plans = [];
    await work();
    return this.#plans;
  }

  async #explaining() {
    const client = await this.#pool.connect();
    const query = async (text: string, values: unknown[]) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off, timing off, summary off, buffers off) ${text}`,
        values,
      );
      this.#plans.push({ statement: text, lines: rows.map((row) => row['QUERY PLAN']) });
      return client.query(text, values);
    };
    return { query, release: () => client.release() };
  }
}

/** Whole tables that were read, other than those that stay small. */
export function scansOf({ lines }: Plan): string[] {
  return lines
    .filter((line) => /Seq Scan on (?!trending_hashtags)/.test(line))
    .filter((line) => !line.includes('never executed'))
    .map((line) => line.trim());
}
