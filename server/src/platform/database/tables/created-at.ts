import type { ColumnType } from 'kysely';

/** An insert may set it. The default is the current time. No update changes it. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>;
