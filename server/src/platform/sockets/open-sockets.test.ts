import { expect, test } from 'vitest';
import { concurrencyLimits, rateLimits } from '@roost/contract/rate-limits';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf } from '../../../test/support/cast.ts';
import { requestBytes, sendRaw } from '../../../test/support/raw-http.ts';
import { signIn } from '../../../test/support/sign-in.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { closed, connectAs } from '../../../test/support/wire.ts';

const app = await startAppForFile({ RATE_LIMITS: 'on' });
const { alice, bob, carol } = await castOf(app);

/** The refusal of a handshake. */
async function refusal({ cookie }: TestClient) {
  const headers = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Cookie: ${cookie}`,
  ];
  const path = '/socket.io/?EIO=4&transport=websocket';
  const {
    status,
    headers: answered,
    body,
  } = await sendRaw(app.address, requestBytes({ path, headers }));
  return { status, retryAfter: Number(answered.get('retry-after')), body: JSON.parse(body) };
}

/** Counts as if this many sockets were open. */
function hold(name: 'sockets' | 'socketsOfSession', key: string, count: number): () => void {
  const releases = Array.from({ length: count }, () => app.ctx.limiter.hold(name, key));
  return () => {
    for (const release of releases) release();
  };
}

const tooMany = {
  status: 429,
  retryAfter: 2,
  body: {
    status: 'fail',
    code: 'rate_limited',
    message: 'Too many tabs are open. Close some and try again.',
  },
};

test('a session has a socket limit: new ones are refused, old ones stay', async () => {
  const first = await connectAs(alice.client);
  const tabs = [first];
  while (tabs.length < concurrencyLimits.socketsOfSession) tabs.push(await connectAs(alice.client));
  // Refused attempts do not take points from the handshake budget.
  for (let n = 0; n < rateLimits.handshakes.points; n += 1)
    expect(await refusal(alice.client)).toEqual(tooMany);
  expect(tabs.every(({ connected }) => connected)).toBe(true);
  // The calls namespace uses the same connection, so it does not count.
  first.io.socket('/webrtc').connect();
  // Other sessions and other people are not affected.
  await connectAs(await signIn(app, alice));
  await connectAs(bob.client);
  first.io.engine.close();
  await closed(first);
  await expect
    .poll(async () =>
      connectAs(alice.client).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

test('a person has a limit of open sockets over all sessions', async () => {
  const release = hold('sockets', carol.id, concurrencyLimits.sockets);
  const other = await signIn(app, carol);
  expect(await refusal(other)).toEqual(tooMany);
  // The refused socket no longer counts for its session.
  release();
  for (let n = 0; n < 3; n += 1) await connectAs(other);
});
