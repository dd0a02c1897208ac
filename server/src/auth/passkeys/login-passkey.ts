import type { Assertion } from '@roost/contract/passkeys';
import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { assertAddressAllowed } from '../../site/blocks/assert-not-blocked.ts';
import { findAccountById, lockAccount } from '../account.queries.ts';
import { signIn, type SignedIn } from '../sign-in.ts';
import { storePasskeyUse } from './passkey.queries.ts';
import { verifyAssertion } from './verify-assertion.ts';

/** Opens a session by a passkey. It needs no other factor, because the authenticator verified its owner. Throws `bad_passkey`. */
export async function loginPasskey(
  ctx: Context,
  assertion: Assertion,
  client: ClientInfo,
): Promise<SignedIn> {
  await assertAddressAllowed(ctx, client.address);
  const proved = await verifyAssertion(ctx, assertion);
  const account = proved && (await findAccountById(ctx, proved.userId));
  if (!account) throw new AppError('bad_passkey');
  const isKnown = ctx.devices.knows(ctx.devices.read(client.deviceCookie), account);
  return transaction(ctx, async (tx) => {
    // The same order of locks as everywhere: the account first.
    await lockAccount(tx, account.id);
    // It may have been removed since.
    if (!(await storePasskeyUse(tx, proved))) throw new AppError('bad_passkey');
    return signIn(tx, account, client, { isKnown });
  });
}
