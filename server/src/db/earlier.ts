import { sql, type RawBuilder } from 'kysely';

/**
 * A column's time so many seconds earlier. Reckoned in UTC, since a distributed database changes a column only by what no
 * setting bears on.
 */
export function earlier(column: string, seconds: number): RawBuilder<Date> {
  return sql<Date>`(${sql.ref(column)} at time zone 'UTC' - make_interval(secs => ${seconds}::float8)) at time zone 'UTC'`;
}
