/**
 * A migration as a distributed database takes it. There a foreign key can hold only between rows with the same key, and
 * one of a new table, which is not distributed yet, would ask an empty table on the coordinator. So there are none.
 */
export function withoutForeignKeys(sql: string): string {
  return sql.replaceAll(/ references \w+ \(\w+\)(?: on delete cascade)?/g, '');
}
