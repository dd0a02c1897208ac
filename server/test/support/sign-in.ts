import * as auth from '@roost/contract/auth';
import { hashToken } from '../../src/auth/sessions/session-tokens.ts';
import type { TestApp } from './app.ts';
import { PASSWORD, type Member } from './cast.ts';
import type { TestClient } from './test-client.ts';

/** Signs a person in with a new browser. */
export async function signIn(app: TestApp, person: Member): Promise<TestClient> {
  const client = app.client();
  await client.call(auth.login, { body: { email: person.username, password: PASSWORD } });
  return client;
}

export const isSignedIn = async (client: TestClient) =>
  (await client.fetch('/api/auth/me')).status === 200;

export const tokenOf = (client: TestClient) => String(client.cookie).split('=')[1] as string;

/** Reads the session row of a browser. */
export async function sessionOf(app: TestApp, client: TestClient) {
  return app.ctx.db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', hashToken(tokenOf(client)))
    .executeTakeFirst();
}
