import { v7 as newId } from 'uuid';
import { AppError } from '@roost/contract/errors';
import type { Context } from '../kernel/context.ts';
import { siteLocale, type Locale } from '../platform/locale.ts';
import { networkKey } from '../platform/http/limits/network-key.ts';
import { violatedConstraint } from '../platform/database/failures.ts';
import { transaction } from '../platform/database/transaction.ts';
import { assertAddressAllowed, assertMailAllowed } from '../site/blocks/assert-not-blocked.ts';
import { insertAccount, isSiteSmall } from './account.queries.ts';
import { askToVerify } from './addresses/ask-to-verify.ts';
import { tellOwnerOfTakenAddress } from './addresses/taken-address.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import { assertNotGuessable } from './passwords/assert-not-guessable.ts';
import { isUsernameHeld } from './held-usernames.ts';
import { hashPassword } from './passwords/hash-password.ts';
import { findAdmission, takeAdmission } from './registration/admission.ts';
import { readAgreement } from './registration/agreement.ts';
import { hidePending, insertRegistration } from './registration/registration.queries.ts';
import { isReserved } from './reserved-usernames.ts';

export interface NewAccount {
  username: string;
  email: string;
  fullName: string;
  password: string;
  invite?: string | undefined;
  reason?: string | undefined;
  rulesVersion?: number | undefined;
  /** The language of the form. It becomes the person's language. */
  locale?: Locale;
}

export interface Registered {
  userId: string;
  /** An admin must approve the account first. */
  isPending: boolean;
}

/**
 * Creates an account. The unique keys of `usernames` and `emails` decide who gets a name. Throws username_taken, email_taken,
 * bad_input, or the reason why this person may not register.
 */
export async function register(
  ctx: Context,
  input: NewAccount,
  client: ClientInfo,
): Promise<Registered> {
  const { address } = client;
  const requester = { network: networkKey(address, 'network'), isKnown: false };
  await assertAddressAllowed(ctx, address);
  await assertMailAllowed(ctx, input.email);
  const admission = await findAdmission(ctx, input.invite);
  const isPending = admission.way === 'approval';
  if (isReserved(input.username) || (await isUsernameHeld(ctx, input.username)))
    throw taken('username', 'username_taken');
  assertNotGuessable(input.password, input, 'password');
  const passwordHash = await hashPassword(ctx, input.password, requester);
  const userId = newId();
  const { locale = siteLocale } = input;
  const agreement = await readAgreement(ctx, input.rulesVersion, locale);
  try {
    await transaction(ctx, async (tx) => {
      const invite = await takeAdmission(tx, admission);
      const mayCountAsNew = invite === null && !(await isSiteSmall(tx));
      const isUnverified = tx.config.emailVerification !== 'off';
      await insertAccount(
        tx,
        {
          id: userId,
          username: input.username,
          full_name: input.fullName,
          language: locale,
          unknown_as: mayCountAsNew ? (isUnverified ? 'unverified' : 'new') : null,
        },
        {
          email: input.email,
          password_hash: passwordHash,
          may_count_as_new: mayCountAsNew,
        },
      );
      // After the insertion, which waits for somebody who gives up this name at the same time.
      if (await isUsernameHeld(tx, input.username)) throw taken('username', 'username_taken');
      if (isUnverified) await askToVerify(tx, userId, input.email);
      await insertRegistration(tx, {
        user_id: userId,
        network: requester.network,
        ...agreement,
        is_invited: invite !== null,
        invited_by: invite?.created_by ?? null,
        reason: isPending ? (input.reason ?? '') : '',
      });
      if (isPending) await hidePending(tx, userId);
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'usernames_pkey') throw taken('username', 'username_taken');
    if (constraint === 'emails_pkey') {
      await tellOwnerOfTakenAddress(ctx, input.email, client);
      throw taken('email', 'email_taken');
    }
    throw error;
  }
  return { userId, isPending };
}

function taken(path: string, code: 'username_taken' | 'email_taken'): AppError {
  const { message } = new AppError(code);
  return new AppError(code, { fields: [{ path, message }] });
}
