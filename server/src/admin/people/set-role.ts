import type { Role } from '@roost/contract/users';
import { changeRole } from '../../auth/policy/change-role.ts';
import type { Context } from '../../kernel/context.ts';
import type { Act } from '../as-admin.ts';

/** Gives a person a role, in this transaction. Returns the role before. */
export async function setRole(tx: Context, userId: string, role: Role): Promise<Act<Role>> {
  const before = await changeRole(tx, userId, role);
  return {
    result: before,
    record: {
      action: 'user.roleChanged',
      personId: userId,
      before: { role: before },
      after: { role },
    },
  };
}
