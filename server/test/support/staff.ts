import type { Role } from '@roost/contract/users';
import { changeRole } from '../../src/auth/policy/change-role.ts';
import { transaction } from '../../src/platform/database/transaction.ts';
import type { TestApp } from './app.ts';
import { join, type Member } from './cast.ts';

/** Gives somebody a role. */
export async function promote(
  app: TestApp,
  member: Member,
  role: Role = 'moderator',
): Promise<Member> {
  await transaction(app.ctx, async (tx) => changeRole(tx, member.id, role));
  return member;
}

/** Creates a signed-in moderator. */
export async function joinStaff(
  app: TestApp,
  username: string,
  role: Role = 'moderator',
): Promise<Member> {
  return promote(app, await join(app, username), role);
}
