import { expect, test } from 'vitest';
import { loginSecond } from '@roost/contract/factors';
import { rateLimits } from '@roost/contract/rate-limits';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { codeOf, withTotp } from '../../../test/support/factors.ts';

// The app trusts a proxy, so that a test can choose its address.
const app = await startAppForFile({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
let addresses = 0;

const TRIES = rateLimits.loginFailures.points;
const somewhere = () => `10.1.0.${(addresses += 1)}`;

async function send(path: string, body: object, address: string, cookie?: string) {
  const client = app.client();
  client.cookie = cookie;
  return client.fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
  });
}

/** Gives the password and then this code. Returns the second answer. */
async function trySecond({ username }: Member, code: string, address: string, cookie?: string) {
  const first = await send(
    '/api/auth/login',
    { email: username, password: PASSWORD },
    address,
    cookie,
  );
  if (first.status !== 401) return first;
  const { challenge } = (await first.json()) as { challenge: string };
  return send(loginSecond.path, { challenge, code }, address, cookie);
}

async function guess(member: Member, count: number, cookie?: string): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < count; n += 1)
    found.push((await trySecond(member, '000000', somewhere(), cookie)).status);
  return found;
}

test('wrong codes count as failed sign-ins, whatever the challenge and the address', async () => {
  const member = await join(app, 'ann');
  const { secret } = await withTotp(app, member);
  expect(await guess(member, TRIES + 2)).toEqual([...Array<number>(TRIES).fill(401), 429, 429]);
  // The right code gets the same answer.
  expect((await trySecond(member, codeOf(secret), somewhere())).status).toBe(429);
});

test('a device that the account knows has its own budget', async () => {
  const member = await join(app, 'ben');
  const { secret, recoveryCodes } = await withTotp(app, member);
  const known = await trySecond(member, String(recoveryCodes[0]), somewhere());
  const [, device = ''] = known.headers.getSetCookie();
  const [cookie] = device.split(';');
  expect((await guess(member, TRIES + 1)).at(-1)).toBe(429);
  expect((await trySecond(member, codeOf(secret), somewhere(), cookie)).status).toBe(200);
});

test('right codes take no points', async () => {
  const member = await join(app, 'cleo');
  const { recoveryCodes } = await withTotp(app, member);
  const address = somewhere();
  for (const code of recoveryCodes.slice(0, 5))
    expect((await trySecond(member, code, address)).status).toBe(200);
  expect((await guess(member, TRIES + 1)).indexOf(429)).toBe(TRIES);
});
