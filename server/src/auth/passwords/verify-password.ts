import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import { lockAccount } from '../account.queries.ts';
import type { Requester, PasswordHolder } from '../../kernel/ports.ts';
import { comparePassword, decoyAccount } from './hash-password.ts';

const MAX_ATTEMPTS = 4;
/** Seconds for a client whose password changed at every attempt. */
const RETRY_AFTER_SECONDS = 1;

class PasswordChanged extends Error {}

/**
 * Locks the account until the transaction ends, and throws PasswordChanged if its hash is no longer the compared one.
 * Otherwise a reset could end all sessions just before this transaction adds one.
 */
export async function lockVerifiedPassword(tx: Context, compared: PasswordHolder) {
  const account = await lockAccount(tx, compared.id);
  if (account?.password_hash !== compared.password_hash) throw new PasswordChanged();
  return account;
}

interface Proof<A extends PasswordHolder> {
  /** The account that was found, if any. */
  account: A | undefined;
  reload: () => Promise<A | undefined>;
  password: string;
  requester: Requester;
}

/**
 * Runs `work` if the password is right. Returns null if it is wrong or the account does not exist. `work` opens a
 * transaction and calls `lockVerifiedPassword` in it. If the password changed meanwhile, this function compares again.
 * So no transaction waits for a hash.
 */
export async function withVerifiedPassword<A extends PasswordHolder, T>(
  ctx: Context,
  { account: found, reload, password, requester }: Proof<A>,
  work: (account: A, isOutdated: boolean) => Promise<T>,
): Promise<T | null> {
  let account = found;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await comparePassword(ctx, account ?? decoyAccount, password, requester);
    if (!account || outcome === 'wrong') return null;
    try {
      return await work(account, outcome === 'outdated');
    } catch (error) {
      if (!(error instanceof PasswordChanged)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
    }
    account = await reload();
  }
}
