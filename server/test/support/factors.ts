import { enableTotp, setUpTotp } from '@roost/contract/factors';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { hashToken } from '../../src/auth/sessions/session-tokens.ts';
import type { TestApp } from './app.ts';
import type { Member } from './cast.ts';
import { tokenOf } from './sign-in.ts';
import type { TestClient } from './test-client.ts';

const STEP_MS = 30_000;

/** The code of an authenticator app, now or some steps of 30 s away. */
export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** Adds an authenticator app. Afterwards its current code works again. */
export async function withTotp(app: TestApp, member: Member) {
  const { secret } = (await member.call(setUpTotp, {})).data;
  const { data } = await member.call(enableTotp, { body: { code: codeOf(secret) } });
  await forgetUsedCodes(app, member);
  return { secret, recoveryCodes: data.recoveryCodes };
}

/** Makes a used code of the app work again, so that a test need not wait for the next one. */
export async function forgetUsedCodes(app: TestApp, { id }: Member): Promise<void> {
  await sql`update second_factors set last_step = 0 where user_id = ${id}`.execute(app.ctx.db);
}

/** Makes the last proof of a session old. */
export async function forgetProof(app: TestApp, client: TestClient): Promise<void> {
  await sql`update sessions set proved_at = now() - interval '1 day'
    where token_hash = ${hashToken(tokenOf(client))}`.execute(app.ctx.db);
}
