import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { parse } from 'uuid';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { getAccount } from '../account.queries.ts';
import { makeChallenge } from '../challenges/challenges.ts';
import { authorizeNewFactor } from '../factors/authorize-new-factor.ts';
import { assertionChallenge, newPasskeyChallenge } from './passkey-challenges.ts';
import { listPasskeys } from './passkey.queries.ts';
import { presentTransports } from './present-passkeys.ts';
import { getRelyingParty, SUPPORTED_ALGORITHMS } from './relying-party.ts';

/** Returns what the viewer's browser needs to make a passkey. The passkey stores the person's id, so it alone signs in. */
export async function makeNewPasskeyOptions(
  ctx: MemberContext,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id, sessionId } = ctx.viewer;
  const { id: rpID } = getRelyingParty(ctx);
  const { account, passkeys } = await transaction(ctx, async (tx) => {
    await authorizeNewFactor(tx);
    return { account: await getAccount(tx, id), passkeys: await listPasskeys(tx, id) };
  });
  return generateRegistrationOptions({
    // Authenticators show this name.
    rpName: await ctx.site.readName(),
    rpID,
    userID: parse(id),
    userName: account.username,
    challenge: bytesOf(makeChallenge(ctx, newPasskeyChallenge, {}, sessionId)),
    timeout: ctx.config.challengeSeconds * 1_000,
    attestationType: 'none',
    supportedAlgorithmIDs: SUPPORTED_ALGORITHMS,
    excludeCredentials: passkeys.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: presentTransports(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Returns what a browser needs to prove a passkey. It names no passkeys, so it reveals nothing about accounts. */
export async function makePasskeyOptions(
  ctx: Context,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { id: rpID } = getRelyingParty(ctx);
  return generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(makeChallenge(ctx, assertionChallenge, {})),
    timeout: ctx.config.challengeSeconds * 1_000,
    userVerification: 'required',
  });
}

/** The library encodes the bytes again, so the browser gets the challenge as it was made. */
function bytesOf(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge, 'base64url'));
}
