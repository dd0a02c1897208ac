import type { Catalog, ForeignKey, UniqueIndex } from './catalog.ts';
import { liesWith, places } from './keys.ts';

export interface Change {
  /** For whoever runs it. */
  says: string;
  sql: string;
}

/** What has to go from the constraints before the tables can be distributed by their keys; nothing where that is done. */
export function loosen({ foreignKeys, uniqueIndexes }: Catalog): Change[] {
  return [
    ...foreignKeys.filter((foreignKey) => !canHold(foreignKey)).map(drop),
    ...uniqueIndexes.flatMap((index) => widened(index) ?? []),
  ];
}

/** Whether what it refers to is always on the same node. */
export function canHold({ table, columns, otherTable, otherColumns }: ForeignKey): boolean {
  const [one, two] = [places.get(table), places.get(otherTable)];
  if (!liesWith(table, otherTable)) return false;
  if (one?.kind !== 'distributed' || two?.kind !== 'distributed') return true;
  return columns.some((column, at) => column === one.key && otherColumns[at] === two.key);
}

function drop({ table, name, otherTable }: ForeignKey): Change {
  return {
    says: `${table}: no foreign key to ${otherTable} any more (${name})`,
    sql: `alter table ${table} drop constraint ${name}`,
  };
}

/** Each node can keep unique only what lies on it, so whatever is unique has the key in it. */
function widened({
  table,
  name,
  columns,
  constraint,
  definition,
}: UniqueIndex): Change | undefined {
  const place = places.get(table);
  if (place?.kind !== 'distributed' || columns.includes(place.key)) return undefined;
  const says = `${table}: ${name} is unique together with ${place.key}`;
  if (constraint) {
    const wide = withColumn(constraint, place.key);
    return {
      says,
      sql: `alter table ${table} drop constraint ${name}, add constraint ${name} ${wide}`,
    };
  }
  return { says, sql: `drop index ${name}; ${withColumn(definition, place.key)}` };
}

/** SQL that lists columns in brackets, with one more of them. */
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
