import { Database } from '../../server/src/platform/database/client.ts';
import { openPool } from '../../server/src/platform/database/connection/pool.ts';

export interface Plan {
  statement: string;
  lines: string[];
}

/** A database that runs each statement twice: first with `explain analyze` for its plan, then for its result. */
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

  /** Runs `work` and returns the plans of its statements. */
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

/** Returns the lines with sequential scans of tables, except of small ones. */
export function scansOf({ lines }: Plan): string[] {
  return lines
    .filter((line) => /Seq Scan on (?!trending_hashtags)/.test(line))
    .filter((line) => !line.includes('never executed'))
    .map((line) => line.trim());
}
