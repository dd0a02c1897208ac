import { AppError } from '@roost/contract/errors';
import type { ShownPerson } from '@roost/contract/moderation';
import type { MemberContext } from '../../kernel/context.ts';
import { notesAbout } from './notes.ts';
import { historyOf } from './person-history.ts';
import { loadNames } from './present-names.ts';
import { concealedFrom } from './staff.ts';

const userNotFound = () => new AppError('not_found', { message: 'User not found.' });

/** Shows the staff a person, whether the person is hidden or not. Throws `not_found` for whom the viewer may not handle. */
export async function showPerson(ctx: MemberContext, userId: string): Promise<ShownPerson> {
  if ((await concealedFrom(ctx)).includes(userId)) throw userNotFound();
  const user = (await loadNames(ctx, [userId]))(userId);
  const history = await historyOf(ctx, userId);
  if (!user || !history) throw userNotFound();
  return { user, history, notes: await notesAbout(ctx, userId) };
}
