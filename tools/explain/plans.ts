import { escapeLiteral } from 'pg';
import { Database } from '../../server/src/platform/database/client.ts';
import { openPool } from '../../server/src/platform/database/connection/pool.ts';

export interface Plan {
  statement: string;
  lines: string[];
}

/** A database that runs each statement twice: first for its result, then with `explain analyze` for its plan. */
export class ExplainingDatabase {
  readonly db: Database;
  readonly #pool: ReturnType<typeof openPool>;
  #plans: Plan[] = [];
  #statements = 0;

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
      const name = `explained_${(this.#statements += 1)}`;
      const result = await client.query({ name, text, values });
      if (/^(begin|commit|rollback)\b/.test(text)) return result;
      // Only a prepared statement has the plan for all values, which requests use. Its values can only be written out here.
      const statement =
        values.length === 0 ? text : `execute ${name}(${values.map(literalOf).join(', ')})`;
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off, timing off, summary off, buffers off) ${statement}`,
      );
      this.#plans.push({ statement: text, lines: rows.map((row) => row['QUERY PLAN']) });
      return result;
    };
    return { query, release: () => client.release() };
  }
}

/** Writes a value of a statement as SQL. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return escapeLiteral(
    Array.isArray(value) ? `{${value.map(elementOf).join(',')}}` : textOf(value),
  );
}

const elementOf = (element: unknown) =>
  element === null ? 'null' : JSON.stringify(textOf(element));

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

/** Returns the lines with sequential scans of tables, except of small ones. */
export function scansOf({ lines }: Plan): string[] {
  return lines
    .filter((line) => /Seq Scan on (?!trending_hashtags|posting_lists_end)/.test(line))
    .filter((line) => !line.includes('never executed'))
    .map((line) => line.trim());
}
