import { verifyRegistrationResponse, type WebAuthnCredential } from '@simplewebauthn/server';
import type { Attestation, Passkey } from '@roost/contract/passkeys';
import { AppError } from '@roost/contract/errors';
import { v7 as newId } from 'uuid';
import type { MemberContext } from '../../kernel/context.ts';
import { violatedConstraint } from '../../platform/database/failures.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { recordChange } from '../notices/notify-owner.ts';
import { authorizeNewFactor } from '../factors/authorize-new-factor.ts';
import { newPasskeyChallenge, takeSignedChallenge } from './passkey-challenges.ts';
import { insertPasskey, listPasskeys } from './passkey.queries.ts';
import { presentPasskey } from './present-passkeys.ts';
import { getRelyingParty, SUPPORTED_ALGORITHMS } from './relying-party.ts';

const MAX_PASSKEYS = 20;
const DEFAULT_NAME = 'Passkey';

/** Adds a passkey that the viewer's browser made. Throws `wrong_passkey` or `too_many_passkeys`. */
export async function addPasskey(
  ctx: MemberContext,
  { name, ...attestation }: Attestation & { name: string },
  client: ClientInfo,
): Promise<Passkey> {
  const credential = await verifyAttestation(ctx, attestation);
  const { id: userId } = ctx.viewer;
  const row = { id: newId(), name: name || DEFAULT_NAME };
  return transaction(ctx, async (tx) => {
    await authorizeNewFactor(tx);
    if ((await listPasskeys(tx, userId)).length >= MAX_PASSKEYS)
      throw new AppError('too_many_passkeys');
    const created_at = await insertPasskey(tx, {
      ...row,
      user_id: userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: attestation.response.transports ?? [],
    });
    await recordChange(tx, userId, 'passkeyAdded', client);
    return presentPasskey({ ...row, created_at, last_used_at: null });
  }).catch((error: unknown) => {
    // The authenticator made this passkey before.
    if (violatedConstraint(error) === 'passkeys_pkey') throw new AppError('wrong_passkey');
    throw error;
  });
}

async function verifyAttestation(
  ctx: MemberContext,
  { response, ...rest }: Attestation,
): Promise<WebAuthnCredential> {
  const { id: expectedRPID, origin: expectedOrigin } = getRelyingParty(ctx);
  const { clientDataJSON, attestationObject } = response;
  const { sessionId } = ctx.viewer;
  const challenge = await takeSignedChallenge(ctx, newPasskeyChallenge, clientDataJSON, sessionId);
  if (!challenge) throw new AppError('wrong_passkey');
  // The library throws for every fault. The details of the fault would help only an attacker.
  const verified = await verifyRegistrationResponse({
    response: {
      ...rest,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    supportedAlgorithmIDs: SUPPORTED_ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified) throw new AppError('wrong_passkey');
  return verified.registrationInfo.credential;
}
