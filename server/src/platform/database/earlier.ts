import { sql, type RawBuilder } from 'kysely';

/**
 * The time in a column, minus some seconds. It calculates in UTC, because Citus updates a column only with an expression
 * that depends on no setting.
 */
export function earlier(column: string, seconds: number): RawBuilder<Date> {
  return sql<Date>`(${sql.ref(column)} at time zone 'UTC' - make_interval(secs => ${seconds}::float8)) at time zone 'UTC'`;
}
