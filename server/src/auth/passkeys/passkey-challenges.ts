import { z } from 'zod';
import type { Context } from '../../kernel/context.ts';
import { tryChallenge, type ChallengeType } from '../challenges/challenges.ts';

const nothing = z.strictObject({});

/** For a sign-in, and for a proof in a session. */
export const assertionChallenge = {
  name: 'passkey',
  tries: 1,
  content: nothing,
} satisfies ChallengeType<object>;

/** For a new passkey. It is bound to the session that asked for it. */
export const newPasskeyChallenge = {
  name: 'new passkey',
  tries: 1,
  content: nothing,
} satisfies ChallengeType<object>;

const clientData = z.object({ challenge: z.string() });

/**
 * Uses the challenge that an authenticator signed. Returns it, or null if it is not ours or was used before. The signature is
 * still to be verified.
 */
export async function takeSignedChallenge(
  ctx: Context,
  type: ChallengeType<object>,
  clientDataJSON: string,
  boundTo?: string,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  return (await tryChallenge(ctx, type, challenge, boundTo)) && challenge;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return clientData.parse(json).challenge;
  } catch {
    return null;
  }
}
