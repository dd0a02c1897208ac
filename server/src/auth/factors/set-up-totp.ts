import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { authorizeNewFactor } from './authorize-new-factor.ts';
import { getAccount } from '../account.queries.ts';
import { upsertPendingSecret } from './factor.queries.ts';
import { sealSecret } from './second-factor.ts';
import { makeTotpSecret, presentTotpSecret } from './totp.ts';

/**
 * Makes a secret for the viewer's app. It has no effect until `enableTotp` gets a code of it. An app that is in use stays in
 * use until then.
 */
export async function setUpTotp(ctx: MemberContext): Promise<{ secret: string; uri: string }> {
  const { id } = ctx.viewer;
  const secret = makeTotpSecret();
  // An app shows the name beside its codes.
  const site = await ctx.site.readName();
  return transaction(ctx, async (tx) => {
    await authorizeNewFactor(tx);
    await upsertPendingSecret(tx, id, sealSecret(tx, id, secret));
    const { username } = await getAccount(tx, id);
    return presentTotpSecret(secret, { site, account: username });
  });
}
