import { assertNotLastAdmin } from '../../../server/src/auth/policy/change-role.ts';
import { StartError } from '../../../server/src/config/start-error.ts';
import { findHistory } from '../../../server/src/moderation/people/people.queries.ts';
import { beginClosing } from '../../../server/src/personal-data/closing/close-account.ts';
import { transaction } from '../../../server/src/platform/database/transaction.ts';
import { asOperator } from '../as-operator.ts';
import type { Command } from '../command.ts';
import { findPersonId } from '../find-person.ts';

export const erase: Command = {
  name: 'erase',
  parameters: ['username'],
  summary: 'Delete an account with everything in it, at once and for good',
  isDestructive: true,
  async run(ctx, { arguments: [username = ''], options }) {
    const userId = await findPersonId(ctx, username);
    const isDryRun = options['dry-run'] === true;
    const person = await findHistory(ctx, userId);
    if (!person) throw new StartError(`${username} is erased already.`);
    const { posts, followers } = person;
    if (isDryRun) await transaction(ctx, async (tx) => assertNotLastAdmin(tx, userId));
    else
      await asOperator(ctx, async (tx) => {
        await beginClosing(tx, userId, 0);
        return { result: undefined, record: { action: 'user.erased', personId: userId } };
      });
    const verb = isDryRun ? 'Would erase' : 'The server erases';
    return {
      data: { _id: userId, posts, followers, isDryRun },
      lines: [
        `${verb} ${username} (${posts} posts, ${followers} followers).`,
        ...(isDryRun
          ? []
          : [`${username} is hidden and signed out. Nobody can restore the account.`]),
      ],
    };
  },
};
