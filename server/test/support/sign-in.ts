import * as auth from '@roost/contract/auth';
import { hashToken } from '../../src/auth/sessions/session-tokens.ts';
import type { TestApp } from './app.ts';
import { PASSWORD, type Member } from './cast.ts';
import type { Visitor } from './visitor.ts';

/** Signs a person in with a new browser. */
export async function signIn(app: TestApp, person: Member): Promise<Visitor> {
  const visitor = app.visitor();
  await visitor.call(auth.login, { body: { email: person.username, password: PASSWORD } });
  return visitor;
}

export const isSignedIn = async (visitor: Visitor) =>
  (await visitor.fetch('/api/auth/me')).status === 200;

export const tokenOf = (visitor: Visitor) => String(visitor.cookie).split('=')[1] as string;

/** Reads the session row of a browser. */
export async function sessionOf(app: TestApp, visitor: Visitor) {
  return app.ctx.db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', hashToken(tokenOf(visitor)))
    .executeTakeFirst();
}
