import type { Assertion } from '@roost/contract/passkeys';
import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { networkKey } from '../../platform/http/limits/network-key.ts';
import { findAccountById } from '../account.queries.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { wrongCode } from '../factors/enable-totp.ts';
import { useSecondFactor } from '../factors/second-factor.ts';
import { storePasskeyUse } from '../passkeys/passkey.queries.ts';
import { verifyAssertion, type ProvedPasskey } from '../passkeys/verify-assertion.ts';
import { lockVerifiedPassword, withVerifiedPassword } from '../passwords/verify-password.ts';
import { markSessionProved } from '../sessions/session.queries.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { findProofMethods } from './proof-methods.ts';

interface Proof {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: Assertion | undefined;
}

/** Other errors prove nothing about a proof. */
const WRONG: ReadonlySet<string> = new Set(['wrong_password', 'wrong_code', 'wrong_passkey']);

/**
 * Records a new proof for the viewer's session. Each given proof must be right. If an app is in use, a password alone is not
 * enough. Only wrong proofs count towards the limit. Throws `reauth_required`, `wrong_password`, `wrong_code` or `wrong_passkey`.
 */
export async function reauth(ctx: MemberContext, proof: Proof, client: ClientInfo): Promise<void> {
  const { id } = ctx.viewer;
  await assertEnough(ctx, proof);
  // Taken before the comparison, so parallel guesses count too.
  await ctx.limiter.take('reauthFailures', id);
  const giveBack = async () => ctx.limiter.giveBack('reauthFailures', id);
  await verify(ctx, proof, client).catch(async (error: unknown) => {
    if (error instanceof AppError && WRONG.has(error.code))
      ctx.failedAttempts.add(ctx, { userId: id, what: 'reauthFailed', client });
    else await giveBack();
    throw error;
  });
  await giveBack();
}

/** Runs before any comparison. So the answer to a password that is not enough does not tell whether it is right. */
async function assertEnough(ctx: MemberContext, { password, code, passkey }: Proof): Promise<void> {
  if (code !== undefined || passkey !== undefined) return;
  const { id } = ctx.viewer;
  const hasTotp = (await findAccountById(ctx, id))?.has_totp ?? false;
  if (password !== undefined && !hasTotp) return;
  const methods = await findProofMethods(ctx, hasTotp);
  throw new AppError('reauth_required', { details: { methods } });
}

async function verify(ctx: MemberContext, proof: Proof, client: ClientInfo): Promise<void> {
  const { password, code } = proof;
  const passkey = proof.passkey && (await verifyAssertion(ctx, proof.passkey));
  if (proof.passkey && passkey?.userId !== ctx.viewer.id) throw new AppError('wrong_passkey');
  if (password === undefined) return accept(ctx, { code, passkey, client });
  const { id } = ctx.viewer;
  const load = async () => findAccountById(ctx, id);
  const given = {
    account: await load(),
    reload: load,
    password,
    requester: { network: networkKey(client.address, 'network'), isKnown: true },
  };
  const isRight = await withVerifiedPassword(ctx, given, async (account) =>
    transaction(ctx, async (tx) => {
      await lockVerifiedPassword(tx, account);
      await accept(tx, { code, passkey, client });
      return true;
    }),
  );
  if (!isRight) throw wrongPassword();
}

async function accept(
  ctx: MemberContext,
  {
    code,
    passkey,
    client,
  }: { code: string | undefined; passkey: ProvedPasskey | null | undefined; client: ClientInfo },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    // It may have been removed since.
    if (passkey && !(await storePasskeyUse(tx, passkey))) throw new AppError('wrong_passkey');
    const { id } = tx.viewer;
    const factor = code === undefined ? undefined : await useSecondFactor(tx, id, code);
    if (factor === null) throw wrongCode();
    if (factor === 'recoveryCode') await recordActivity(tx, id, 'recoveryCodeUsed', client);
    await markSessionProved(tx, Buffer.from(tx.viewer.tokenHash, 'base64'));
  });
}

function wrongPassword(): AppError {
  const { message } = new AppError('wrong_password');
  return new AppError('wrong_password', { fields: [{ path: 'password', message }] });
}
