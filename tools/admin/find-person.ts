import { findUserIdByName } from '../../server/src/auth/account.queries.ts';
import { StartError } from '../../server/src/config/start-error.ts';
import type { Context } from '../../server/src/kernel/context.ts';

/** Returns the id of a person by username. Throws a StartError if there is none. */
export async function findPersonId(ctx: Context, username: string): Promise<string> {
  const id = await findUserIdByName(ctx, username.replace(/^@/, ''));
  if (!id) throw new StartError(`There is nobody with the username ${username}.`);
  return id;
}
