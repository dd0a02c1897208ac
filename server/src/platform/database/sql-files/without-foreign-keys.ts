/**
 * Returns a migration for a sharded database. There a foreign key works only between rows with the same key. One of a new
 * table, which is not distributed yet, would search an empty table on the coordinator. So a sharded database gets none.
 */
export function withoutForeignKeys(sql: string): string {
  return sql.replaceAll(/ references \w+ \(\w+\)(?: on delete cascade)?/g, '');
}
