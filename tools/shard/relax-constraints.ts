import type { Catalog, ForeignKey, UniqueIndex } from './catalog.ts';
import { distributions, isColocated } from './keys.ts';

export interface Change {
  /** A line for the person who runs the command. */
  description: string;
  sql: string;
}

/** Returns the changes that remove constraints which Citus cannot enforce. Returns none after they have been made. */
export function relaxConstraints({ foreignKeys, uniqueIndexes }: Catalog): Change[] {
  return [
    ...foreignKeys.filter((foreignKey) => !canEnforce(foreignKey)).map(drop),
    ...uniqueIndexes.flatMap((index) => widen(index) ?? []),
  ];
}

/** Tells whether the referenced row is always on the same node. */
export function canEnforce({ table, columns, otherTable, otherColumns }: ForeignKey): boolean {
  const [one, two] = [distributions.get(table), distributions.get(otherTable)];
  if (!isColocated(table, otherTable)) return false;
  if (one?.kind !== 'distributed' || two?.kind !== 'distributed') return true;
  return columns.some((column, at) => column === one.key && otherColumns[at] === two.key);
}

function drop({ table, name, otherTable }: ForeignKey): Change {
  return {
    description: `${table}: dropped the foreign key to ${otherTable} (${name})`,
    sql: `alter table ${table} drop constraint ${name}`,
  };
}

/** Adds the key to a unique index, because each node checks only its own rows. Returns nothing if the index has the key. */
function widen({ table, name, columns, constraint, definition }: UniqueIndex): Change | undefined {
  const distribution = distributions.get(table);
  if (distribution?.kind !== 'distributed' || columns.includes(distribution.key)) return undefined;
  const description = `${table}: ${name} is unique together with ${distribution.key}`;
  if (constraint) {
    const wide = withColumn(constraint, distribution.key);
    return {
      description,
      sql: `alter table ${table} drop constraint ${name}, add constraint ${name} ${wide}`,
    };
  }
  return { description, sql: `drop index ${name}; ${withColumn(definition, distribution.key)}` };
}

/** Adds a column to the first list in parentheses of this SQL. */
function withColumn(definition: string, column: string): string {
  let depth = 0;
  for (const [at, letter] of [...definition].entries()) {
    if (letter === '(') depth += 1;
    if (letter !== ')') continue;
    depth -= 1;
    if (depth === 0) return `${definition.slice(0, at)}, ${column}${definition.slice(at)}`;
  }
  throw new Error(`No columns in: ${definition}`);
}
