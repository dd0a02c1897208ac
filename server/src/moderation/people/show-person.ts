import { AppError } from '@roost/contract/errors';
import type { ShownPerson } from '@roost/contract/moderation';
import type { Context } from '../../kernel/context.ts';
import { notesAbout } from './notes.ts';
import { historyOf } from './person-history.ts';
import { loadNames } from './present-names.ts';

/** Shows the staff a person, whether the person is hidden or not. */
export async function showPerson(ctx: Context, userId: string): Promise<ShownPerson> {
  const user = (await loadNames(ctx, [userId]))(userId);
  const history = await historyOf(ctx, userId);
  if (!user || !history) throw new AppError('not_found', { message: 'User not found.' });
  return { user, history, notes: await notesAbout(ctx, userId) };
}
