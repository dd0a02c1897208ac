import { v7 as newId } from 'uuid';
import { AppError } from '@roost/contract/errors';
import type { Context } from '../kernel/context.ts';
import { violatedConstraint } from '../platform/database/failures.ts';
import { transaction } from '../platform/database/transaction.ts';
import { insertAccount } from './account.queries.ts';
import { askToVerify } from './addresses/ask-to-verify.ts';
import { tellOwnerOfTakenAddress } from './addresses/taken-address.ts';
import type { Requester } from '../kernel/ports.ts';
import { assertNotGuessable } from './passwords/assert-not-guessable.ts';
import { hashPassword } from './passwords/hash-password.ts';
import { isReserved } from './reserved-usernames.ts';

export interface NewAccount {
  username: string;
  email: string;
  fullName: string;
  password: string;
}

/**
 * Creates an account and returns its user id. The unique keys of `usernames` and `emails` decide who gets a name.
 * Throws username_taken, email_taken or bad_input.
 */
export async function register(
  ctx: Context,
  input: NewAccount,
  requester: Requester,
): Promise<string> {
  if (isReserved(input.username)) throw taken('username', 'username_taken');
  assertNotGuessable(input.password, input, 'password');
  const passwordHash = await hashPassword(ctx, input.password, requester);
  const id = newId();
  try {
    await transaction(ctx, async (tx) => {
      await insertAccount(
        tx,
        { id, username: input.username, full_name: input.fullName },
        { email: input.email, password_hash: passwordHash },
      );
      if (tx.config.emailVerification !== 'off') await askToVerify(tx, id, input.email);
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'usernames_pkey') throw taken('username', 'username_taken');
    if (constraint === 'emails_pkey') {
      await tellOwnerOfTakenAddress(ctx, input.email);
      throw taken('email', 'email_taken');
    }
    throw error;
  }
  return id;
}

function taken(path: string, code: 'username_taken' | 'email_taken'): AppError {
  const { message } = new AppError(code);
  return new AppError(code, { fields: [{ path, message }] });
}
