import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec } from '../database/query.ts';

/** The channel on which nodes learn what commands of the operator changed. */
export const OPERATOR_CHANNEL = 'roost_operator';

export async function notifyNodes({ db }: Pick<Context, 'db'>, message: string): Promise<void> {
  await exec(db, sql`select pg_notify(${OPERATOR_CHANNEL}, ${message})`);
}
