import type { ColumnType } from 'kysely';

/** Now, unless it is said when the row is made; never changed. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>;
