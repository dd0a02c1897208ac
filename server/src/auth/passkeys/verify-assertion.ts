import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Assertion } from '@roost/contract/passkeys';
import { stringify } from 'uuid';
import type { Context } from '../../kernel/context.ts';
import { assertionChallenge, takeSignedChallenge } from './passkey-challenges.ts';
import { findPasskey } from './passkey.queries.ts';
import { presentTransports } from './present-passkeys.ts';
import { getRelyingParty } from './relying-party.ts';

/** A proof whose signature was right. */
export interface ProvedPasskey {
  userId: string;
  credentialId: string;
  counter: number;
}

/**
 * Verifies a proof by passkey. Returns null if the passkey is unknown, the signature is wrong, or the challenge was used
 * before. The authenticator says whose passkey it is.
 */
export async function verifyAssertion(
  ctx: Context,
  { response, ...rest }: Assertion,
): Promise<ProvedPasskey | null> {
  const { id: expectedRPID, origin: expectedOrigin } = getRelyingParty(ctx);
  const userId = userIdOf(response.userHandle);
  const passkey = userId && (await findPasskey(ctx, userId, rest.id));
  if (!passkey) return null;
  const { clientDataJSON, authenticatorData, signature } = response;
  const challenge = await takeSignedChallenge(ctx, assertionChallenge, clientDataJSON);
  if (!challenge) return null;
  // The library throws for every fault. The details of the fault would help only an attacker.
  const verified = await verifyAuthenticationResponse({
    response: {
      ...rest,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
      transports: presentTransports(passkey.transports),
    },
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter } = verified.authenticationInfo;
  return { userId, credentialId: passkey.credential_id, counter: newCounter };
}

function userIdOf(userHandle: string | undefined): string | null {
  try {
    return stringify(Buffer.from(userHandle ?? '', 'base64url'));
  } catch {
    return null;
  }
}
