import { describe, expect, test } from 'vitest';
import { startAppForFile, startAppForTest } from '../../../test/support/app.ts';
import {
  ask,
  callOf,
  callTab,
  candidate,
  description,
  hangUp,
  liveCalls,
  meet,
  openPeer,
} from '../../../test/support/calls.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { closed } from '../../../test/support/wire.ts';

const app = await startAppForFile();

describe('invalid signals are refused without effect', () => {
  const events = [
    'join',
    'offer',
    'answer',
    'ice-candidate',
    'local-status',
    'screen-start',
    'screen-stop',
    'leave',
  ] as const;
  const invalid: unknown[] = [
    null,
    0,
    1.5,
    true,
    '',
    'x',
    'a\0b',
    'x'.repeat(30_000),
    [],
    ['a'],
    { $ne: null },
    { toString: 1 },
  ];
  const good: Record<string, Record<string, unknown>> = {
    offer: { description },
    answer: { description: { type: 'answer', sdp: '' } },
    'ice-candidate': { candidate },
    'local-status': { muted: true, cameraOff: true },
  };

  test.each(events)('%s', async (name) => {
    const call = await callOf(app);
    const [mine, theirs] = await meet(call);
    const fields = { roomId: call.roomId, ...good[name] };
    const refuse = async (payload: unknown) => {
      const answer = await ask(mine.socket, name, payload);
      expect(answer, JSON.stringify(payload)?.slice(0, 80)).toMatchObject({
        ok: false,
        code: expect.stringMatching(/^(?:bad_input|forbidden)$/),
      });
    };
    for (const payload of invalid) await refuse(payload);
    for (const key of Object.keys(fields)) {
      for (const value of invalid) {
        // `null` ends the candidates, and these flags take both values.
        if (key === 'candidate' && value === null) continue;
        if (typeof value === 'boolean' && ['muted', 'cameraOff'].includes(key)) continue;
        await refuse({ ...fields, [key]: value });
      }
      const { [key]: _, ...rest } = fields as Record<string, unknown>;
      await refuse(rest);
    }
    await refuse({ ...fields, senderId: call.bob.id });
    expect(theirs.names()).toEqual(['ready']);
    expect(await liveCalls(app)).toContainEqual(expect.objectContaining({ id: call.signal }));
    await hangUp(call.one, call.bob);
  });

  test('oversized signals are refused', async () => {
    const call = await callOf(app);
    const [mine, theirs] = await meet(call);
    const { roomId } = call;
    const refused = { ok: false, code: 'bad_input' };
    const sends = async (name: string, payload: object) =>
      ask(mine.socket, name, { roomId, ...payload });
    const withSdp = (type: string, length: number) => ({
      description: { type, sdp: 'x'.repeat(length) },
    });
    expect(await sends('offer', withSdp('offer', 60_000))).toEqual({ ok: true });
    expect(await sends('offer', withSdp('offer', 60_001))).toMatchObject(refused);
    expect(await sends('offer', withSdp('answer', 1))).toMatchObject(refused);
    expect(await sends('answer', withSdp('offer', 1))).toMatchObject(refused);
    for (const more of [
      { candidate: 'x'.repeat(4_001) },
      { sdpMid: 'x'.repeat(65) },
      { sdpMLineIndex: -1 },
      { sdpMLineIndex: 70_000 },
      { usernameFragment: 'x'.repeat(257) },
    ])
      expect(await sends('ice-candidate', { candidate: { ...candidate, ...more } })).toMatchObject(
        refused,
      );
    const closing = closed(mine.socket);
    mine.socket.emit('offer', { roomId, ...withSdp('offer', 66_000) });
    await closing;
    expect(theirs.names()).toEqual(['ready', 'offer']);
  });

  test('valid signals end at their budget, and endless invalid ones close the socket', async () => {
    const call = await callOf(app);
    const [mine, theirs] = await meet(call);
    for (let n = 0; n < 2_000; n += 100)
      await Promise.all(
        Array.from({ length: 100 }, async () =>
          ask(mine.socket, 'ice-candidate', { roomId: call.roomId, candidate }),
        ),
      );
    expect(
      await ask(mine.socket, 'ice-candidate', { roomId: call.roomId, candidate }),
    ).toMatchObject({ ok: false, code: 'rate_limited' });
    await expect.poll(() => theirs.heard.length).toBe(2_001);
    const closing = closed(mine.socket);
    for (let n = 0; n < 300; n += 1) mine.socket.emit('nothing', n);
    await closing;
    expect(theirs.socket.connected).toBe(true);
  });

  test('with rate limits, signals have a budget of their own', async () => {
    const limited = await startAppForTest({ RATE_LIMITS: 'on' });
    const [alice] = (await crowdOf(limited, 1)) as [Member];
    const peer = await openPeer({ member: alice });
    for (let n = 0; n < 29; n += 1) {
      const burst = Array.from({ length: 100 }, async () =>
        limited.ctx.limiter.take('callSignals', alice.id),
      );
      await Promise.all(burst);
    }
    for (let n = 0; n < 90; n += 1) await ask(peer.socket, 'leave', { roomId: 'x' });
    for (let n = 0; n < 10; n += 1) await limited.ctx.limiter.take('callSignals', alice.id);
    expect(await ask(peer.socket, 'leave', { roomId: 'x' })).toMatchObject({
      code: 'rate_limited',
    });
    const main = await callTab(alice);
    expect(await ask(main.socket, 'ping', alice.id)).toEqual({ ok: true });
  });
});
