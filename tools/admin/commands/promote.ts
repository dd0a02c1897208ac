import { role as roles } from '@roost/contract/users';
import { changeRole } from '../../../server/src/auth/policy/change-role.ts';
import { transaction } from '../../../server/src/platform/database/transaction.ts';
import { oneOf, type Command } from '../command.ts';
import { findPersonId } from '../find-person.ts';

export const promote: Command = {
  name: 'promote',
  parameters: ['username'],
  summary: 'Give a person a role. Without --role, the person becomes an admin',
  options: { role: { type: 'string', help: `${roles.options.join(', ')} (default: admin)` } },
  async run(ctx, { arguments: [username = ''], options }) {
    const role = oneOf('--role', options['role'], roles.options) ?? 'admin';
    const userId = await findPersonId(ctx, username);
    const before = await transaction(ctx, async (tx) => changeRole(tx, userId, role));
    return {
      data: { _id: userId, username, role, before },
      lines: [`${username} is ${role} now (before: ${before}).`],
    };
  },
};
