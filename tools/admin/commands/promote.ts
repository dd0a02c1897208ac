import { role as roles } from '@roost/contract/users';
import { setRole } from '../../../server/src/admin/people/set-role.ts';
import { asOperator } from '../as-operator.ts';
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
    const before = await asOperator(ctx, async (tx) => setRole(tx, userId, role));
    return {
      data: { _id: userId, username, role, before },
      lines: [`${username} is ${role} now (before: ${before}).`],
    };
  },
};
