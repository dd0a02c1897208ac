import { AppError } from '@roost/contract/errors';
import type { Role } from '@roost/contract/users';
import type { Context } from '../../kernel/context.ts';
import { emit } from '../../platform/database/transaction.ts';
import { roleChanged } from '../auth.events.ts';
import { findPresent, lockAdmins, updateRole } from './policy.queries.ts';

/**
 * Stores a role inside the caller's transaction, and returns the role before. All nodes know it after the answer. Throws
 * `not_found`, or `conflict` if it would leave the site without an admin.
 */
export async function changeRole(tx: Context, userId: string, role: Role): Promise<Role> {
  if (role !== 'admin') await assertNotLastAdmin(tx, userId);
  const before = await updateRole(tx, userId, role);
  if (before === undefined) throw new AppError('not_found', { message: 'User not found.' });
  if (before !== role) emit(tx, roleChanged, { userId });
  return before;
}

/** Throws `conflict` if this person is the only admin. */
export async function assertNotLastAdmin(tx: Context, userId: string): Promise<void> {
  // The lock comes first: after a wait, only a new statement sees who has left meanwhile.
  const admins = await findPresent(tx, await lockAdmins(tx));
  if (admins.length === 1 && admins[0] === userId)
    throw new AppError('conflict', { message: 'A site needs at least one admin.' });
}
