import type { Kysely, QueryExecutorProvider, RawBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** PostgreSQL's types of result columns, with the type of their values here. */
interface ValueOf {
  bool: boolean;
  bytea: Buffer;
  float4: number;
  float8: number;
  int2: number;
  int4: number;
  int8: number;
  json: unknown;
  jsonb: unknown;
  text: string;
  timestamptz: Date;
  uuid: string;
  'int4[]': number[];
  'int8[]': number[];
  'text[]': string[];
  'uuid[]': string[];
}

/** The PostgreSQL type of a column. A type with `?` may be null. */
type Column = keyof ValueOf | `${keyof ValueOf}?`;

declare const value: unique symbol;

/** A column whose values have a narrower type than PostgreSQL knows. */
type Narrowed<Value> = Column & { [value]: Value };

/** Narrows the values of a column, such as JSON or text with a `check`: `narrow<'image' | 'video'>('text')`. */
export function narrow<Value>(column: Column): Narrowed<Value> {
  return column as Narrowed<Value>;
}

/** The columns of a result. Statements with the same columns can share one constant. */
export type Columns = Record<string, Column>;

/** The type of a row with these columns. */
export type Row<C extends Columns> = {
  -readonly [Name in keyof C]: C[Name] extends Narrowed<infer Value>
    ? Value
    : C[Name] extends keyof ValueOf
      ? ValueOf[C[Name]]
      : C[Name] extends `${infer Type extends keyof ValueOf}?`
        ? ValueOf[Type] | null
        : never;
};

/** `ctx.db`, or `ctx.db.reads` for a plain read. */
export type Handle = Pick<Kysely<Tables>, 'executeQuery'> & QueryExecutorProvider;

/** Receives each raw statement before it runs. A statement of `exec` declares no columns. */
type Observer = (text: string, columns?: Columns) => void;

let observe: Observer | undefined;

/**
 * Types are gone at run time. So tests observe the declared columns, and compare them with what PostgreSQL says of each result
 * (`test/support/result-columns.ts`).
 */
export function observeStatements(observer: Observer): void {
  observe = observer;
}

/** Runs raw SQL and returns its rows. */
export async function rows<const C extends Columns>(
  db: Handle,
  columns: C,
  statement: RawBuilder<unknown>,
): Promise<Row<C>[]> {
  const query = statement.compile(db);
  observe?.(query.sql, columns);
  const result = await db.executeQuery(query);
  return result.rows as Row<C>[];
}

/** Runs raw SQL that returns at most one row. */
export async function one<const C extends Columns>(
  db: Handle,
  columns: C,
  statement: RawBuilder<unknown>,
): Promise<Row<C> | undefined> {
  const [row] = await rows(db, columns, statement);
  return row;
}

/** Runs raw SQL whose rows nobody needs. Returns how many rows it inserted, updated or deleted. */
export async function exec(db: Handle, statement: RawBuilder<unknown>): Promise<number> {
  const query = statement.compile(db);
  observe?.(query.sql);
  const { numAffectedRows } = await db.executeQuery(query);
  return Number(numAffectedRows ?? 0);
}
