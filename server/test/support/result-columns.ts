import type { FieldDef } from 'pg';
import { observeStatements, type Columns } from '../../src/platform/database/query.ts';
import { placeOfCaller, placesFile } from './sql-places.ts';

/** PostgreSQL's ids of the types that `query.ts` knows. */
const typeIds: Record<string, number> = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  json: 114,
  float4: 700,
  float8: 701,
  'int4[]': 1007,
  'text[]': 1009,
  'int8[]': 1016,
  timestamptz: 1184,
  uuid: 2950,
  'uuid[]': 2951,
  jsonb: 3802,
};

export interface Result {
  fields?: Pick<FieldDef, 'name' | 'dataTypeID'>[];
  rows?: Record<string, unknown>[];
}

/** The columns that callers declared for each statement. */
export const declaredColumns = new Map<string, Columns>();

/** The places that sent each statement. */
export const senders = new Map<string, Set<string>>();

observeStatements((text, columns) => {
  if (columns) declaredColumns.set(text, columns);
  const place = placesFile && placeOfCaller();
  if (place) senders.set(text, (senders.get(text) ?? new Set()).add(place));
});

/** Says how a result differs from the columns that its statement declares, if it declares any. */
export function differencesOf(text: string, result: Result): string[] {
  const declared = declaredColumns.get(text);
  if (!declared || !result.fields) return [];
  const found = new Map(result.fields.map(({ name, dataTypeID }) => [name, dataTypeID]));
  const differences = Object.entries(declared).flatMap(([name, type]) => {
    const id = found.get(name);
    found.delete(name);
    if (id === undefined) return [`${name} is missing`];
    if (id !== typeIds[type.replace('?', '')]) return [`${name} is no ${type}, but type ${id}`];
    const isNull = result.rows?.some((row) => row[name] === null) ?? false;
    return isNull && !type.endsWith('?') ? [`${name} is null`] : [];
  });
  differences.push(...[...found.keys()].map((name) => `${name} is not declared`));
  return differences.map((difference) => `${difference} in: ${text.trim()}`);
}
