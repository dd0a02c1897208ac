import type { MemberContext } from '../../kernel/context.ts';
import { findEmail } from '../addresses/address.queries.ts';
import { findEmailLink } from '../addresses/email-link.queries.ts';
import { listActivity } from '../activity/activity.queries.ts';
import { countRecoveryCodes, hasTotp } from '../factors/factor.queries.ts';
import { listPasskeys } from '../passkeys/passkey.queries.ts';
import { presentPasskey } from '../passkeys/present-passkeys.ts';
import { findRelyingParty } from '../passkeys/relying-party.ts';

/** Presents what protects the viewer's account, and what happened to it recently. */
export async function getSecurity(ctx: MemberContext) {
  const { id } = ctx.viewer;
  // Failures of the last second may still wait in this process.
  await ctx.failedAttempts.flush();
  const [address, waiting, totp, passkeys, recoveryCodesLeft, activity] = await Promise.all([
    findEmail(ctx, id),
    findEmailLink(ctx, id),
    hasTotp(ctx, id),
    listPasskeys(ctx, id),
    countRecoveryCodes(ctx, id),
    listActivity(ctx, id),
  ]);
  const email = address?.email ?? '';
  return {
    email,
    emailVerified: address?.email_verified_at != null,
    pendingEmail: waiting && waiting.email !== email ? waiting.email : null,
    totp,
    passkeys: passkeys.map(presentPasskey),
    passkeysOffered: findRelyingParty(ctx) !== null,
    recoveryCodesLeft,
    recent: activity.map(({ at, ...entry }) => ({ at: at.toISOString(), ...entry })),
  };
}
