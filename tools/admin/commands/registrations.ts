import { approve, refuse } from '../../../server/src/admin/people/decide-registration.ts';
import { listPeopleRows } from '../../../server/src/admin/people/people.queries.ts';
import { StartError } from '../../../server/src/config/start-error.ts';
import type { Context } from '../../../server/src/kernel/context.ts';
import { asOperator } from '../as-operator.ts';
import type { Command } from '../command.ts';
import { findPersonId } from '../find-person.ts';

export const approvePerson: Command = {
  name: 'people approve',
  parameters: ['username'],
  summary: 'Let a person in who waits for approval, and who gets an email',
  async run(ctx, { arguments: [username = ''] }) {
    const userId = await findPersonId(ctx, username);
    await asOperator(ctx, async (tx) => approve(tx, userId));
    return { data: { _id: userId, approved: true }, lines: [`${username} may sign in now.`] };
  },
};

export const refusePerson: Command = {
  name: 'people refuse',
  parameters: ['username'],
  summary: 'Delete the account of a person who waits for approval, and who gets an email',
  isDestructive: true,
  async run(ctx, { arguments: [username = ''], options }) {
    const userId = await findPersonId(ctx, username);
    const isDryRun = options['dry-run'] === true;
    if (isDryRun) await assertPending(ctx, userId, username);
    else await asOperator(ctx, async (tx) => refuse(tx, userId));
    return {
      data: { _id: userId, deleted: !isDryRun },
      lines: [`${isDryRun ? 'Would delete' : 'Deleted'} the account of ${username}.`],
    };
  },
};

async function assertPending(ctx: Context, id: string, username: string): Promise<void> {
  const page = { after: null, offset: 0, limit: 1 };
  const [row] = await listPeopleRows(ctx, { query: '', id, status: 'pending' }, page);
  if (!row) throw new StartError(`${username} does not wait for approval.`);
}
