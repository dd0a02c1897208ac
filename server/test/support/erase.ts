import { insertClosing } from '../../src/auth/closing/closing.queries.ts';
import type { Context } from '../../src/kernel/context.ts';
import { erasePerson } from '../../src/personal-data/erasure/erase-person.ts';

/** Erases a person at once, without the job queue. */
export async function erase(ctx: Context, userId: string): Promise<void> {
  await insertClosing(ctx, userId, 0);
  await erasePerson(ctx, { userId }, { jobs: { deleteNaming: async () => {} } });
}
