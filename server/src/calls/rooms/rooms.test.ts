// Long because its tests share one started app.
import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { startAppForFile, startAppForTest } from '../../../test/support/app.ts';
import {
  answer,
  ask,
  callOf,
  callTab,
  candidate,
  description,
  friends,
  hangUp,
  hears,
  meet,
  openPeer,
  ring,
  roomOf,
  type Peer,
} from '../../../test/support/calls.ts';
import { crowdOf, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { connectAs, openSocket, refusalOfSocket } from '../../../test/support/wire.ts';

const app = await startAppForFile();

const outside = { ok: false, code: 'forbidden' };

describe('signals between the two sides of a call', () => {
  const said: [string, object, [string, unknown][]][] = [
    ['offer', { description }, [['offer', { description }]]],
    [
      'answer',
      { description: { type: 'answer', sdp: 'v=0' } },
      [['answer', { description: { type: 'answer', sdp: 'v=0' } }]],
    ],
    ['ice-candidate', { candidate }, [['ice-candidate', { candidate }]]],
    ['ice-candidate', { candidate: null }, [['ice-candidate', { candidate: null }]]],
    [
      'local-status',
      { muted: true, cameraOff: false },
      [
        ['peer-muted', { muted: true }],
        ['peer-camera-off', { cameraOff: false }],
      ],
    ],
    ['screen-start', {}, [['peer-screen-started', undefined]]],
    ['screen-stop', {}, [['peer-screen-stopped', undefined]]],
  ];

  test('signals reach the other side unchanged, and nobody else', async () => {
    const call = await callOf(app);
    const peers = await meet(call);
    const [carol] = (await crowdOf(app, 1, 'canary')) as [Member];
    const bystanders = [await openPeer({ member: carol }), await openPeer(await callTab(call.bob))];
    for (const [mine, theirs] of [peers, peers.toReversed()] as [Peer, Peer][]) {
      for (const [name, payload, heard] of said) {
        const before = theirs.heard.length;
        const more = { ...payload, roomId: call.roomId, from: carol.id, to: carol.id };
        expect(await ask(mine.socket, name, more)).toEqual({ ok: true });
        await expect
          .poll(() => theirs.heard.slice(before).map((each) => [each.name, each.payload]))
          .toEqual(heard);
      }
      expect(mine.names().filter((name) => name !== 'ready')).toHaveLength(
        mine === peers[0] ? 0 : said.length + 1,
      );
    }
    expect(bystanders.flatMap(({ heard }) => heard)).toEqual([]);
    await hangUp(call.one, call.bob);
  });

  test('the server neither stores nor logs signals', async () => {
    const lines: string[] = [];
    const logged = await startAppForTest(
      { LOG_LEVEL: 'trace' },
      { logTo: { write: (line: string) => void lines.push(line) } },
    );
    const call = await callOf(logged);
    const [mine, theirs] = await meet(call);
    logged.statements.length = 0;
    const secret = 'a=ice-pwd:canary-in-sdp';
    for (const sdp of [secret, 'x'.repeat(59_000)])
      await ask(mine.socket, 'offer', { roomId: call.roomId, description: { type: 'offer', sdp } });
    await ask(mine.socket, 'ice-candidate', { roomId: call.roomId, candidate });
    await ask(mine.socket, 'ice-candidate', {
      roomId: call.roomId,
      candidate: { candidate: 7, secret },
    });
    await expect.poll(() => theirs.names()).toEqual(['ready', 'offer', 'offer', 'ice-candidate']);
    expect(logged.statements).toEqual([]);
    expect(lines.join('')).not.toMatch(/canary-in-sdp|192\.0\.2\.1/);
  });
});

describe('sockets that may not enter a room', () => {
  test('a person outside the call cannot enter by any room name', async () => {
    const call = await callOf(app);
    const [mine, theirs] = await meet(call);
    const [carol, dan] = (await friends(app, 2)) as [Member, Member];
    const stranger = await openPeer(await callTab(carol));
    const { alice, bob, roomId } = call;
    const names = [
      roomId,
      roomId.toUpperCase(),
      roomId.split('_').toReversed().join('_'),
      roomOf(carol, alice),
      roomOf(carol, bob),
      roomOf(carol, dan),
      roomOf(carol, carol),
      call.signal,
      `call:${call.signal}:${alice.id}`,
      alice.id,
      carol.id,
      `${carol.id}_`,
      '_',
      '',
      '__proto__',
      `${carol.id}_${alice.id}_${bob.id}`.slice(0, 80),
    ];
    for (const name of names) {
      expect(await ask(stranger.socket, 'join', { roomId: name }), name).toMatchObject(outside);
      for (const [event, payload] of [
        ['offer', { description }],
        ['ice-candidate', { candidate }],
        ['local-status', { muted: true, cameraOff: true }],
        ['screen-start', {}],
        ['leave', {}],
      ] as const)
        expect(await ask(stranger.socket, event, { roomId: name, ...payload })).toMatchObject(
          outside,
        );
    }
    for (const peer of [mine, theirs]) expect(peer.names()).toEqual(['ready']);
    expect(stranger.names()).toEqual([]);
    await hangUp(call.one, bob);
  });

  test('a participant of another call cannot enter', async () => {
    const [call, other] = [await callOf(app), await callOf(app)];
    const peer = await openPeer(other.one);
    await meet(call);
    expect(await ask(peer.socket, 'join', { roomId: call.roomId })).toMatchObject(outside);
    expect(await ask(peer.socket, 'join', { roomId: other.roomId })).toEqual({ ok: true });
    for (const roomId of [call.roomId, roomOf(call.alice, other.alice)])
      expect(await ask(peer.socket, 'offer', { roomId, description })).toMatchObject(outside);
  });

  test('nobody enters before the call, and the callee not before the answer', async () => {
    const [alice, bob] = (await friends(app, 2)) as [Member, Member];
    const [one, two] = [await callTab(alice), await callTab(bob)];
    const [mine, theirs] = [await openPeer(one), await openPeer(two)];
    const roomId = roomOf(alice, bob);
    for (const peer of [mine, theirs])
      expect(await ask(peer.socket, 'join', { roomId })).toMatchObject(outside);
    const { signal } = await ring(one, bob);
    // The caller may wait in the room, but their signals reach nobody.
    expect(await ask(mine.socket, 'join', { roomId })).toEqual({ ok: true });
    expect(await ask(theirs.socket, 'join', { roomId })).toMatchObject(outside);
    expect(await ask(mine.socket, 'offer', { roomId, description })).toEqual({ ok: true });
    expect(
      await ask(theirs.socket, 'answer', { roomId, description: { type: 'answer', sdp: '' } }),
    ).toMatchObject(outside);
    expect([mine, theirs].flatMap((peer) => peer.heard)).toEqual([]);
    // An answer by the caller changes nothing.
    expect(await answer(one, String(signal))).toMatchObject({ ok: false, code: 'no_call' });
    expect(await ask(theirs.socket, 'join', { roomId })).toMatchObject(outside);
    await answer(two, String(signal));
    expect(await ask(theirs.socket, 'join', { roomId })).toEqual({ ok: true });
    for (const peer of [mine, theirs]) await expect.poll(() => peer.names()).toEqual(['ready']);
    await hangUp(one, bob);
  });

  test('a tab that did not answer and a third socket cannot enter', async () => {
    const call = await callOf(app);
    const { alice, bob, roomId } = call;
    const aside = await openPeer(await callTab(bob));
    expect(await ask(aside.socket, 'join', { roomId })).toMatchObject(outside);
    // A connection that shares both namespaces is one tab, with or without a name.
    const plain = await connectAs(bob.client);
    const sharing = plain.io.socket('/webrtc');
    await refusalOfSocket(sharing.connect());
    expect(await ask(sharing, 'join', { roomId })).toMatchObject(outside);
    await meet(call);
    for (const member of [alice, bob]) {
      const third = await openPeer({ member });
      expect(await ask(third.socket, 'join', { roomId })).toMatchObject(outside);
    }
    await hangUp(call.one, bob);
  });

  test('another session of the same person cannot enter', async () => {
    const [bob] = (await friends(app, 1)) as [Member];
    const client = app.client();
    await client.call(auth.register, {
      body: {
        username: 'roomy',
        email: 'roomy@example.org',
        fullName: 'Roomy',
        password: PASSWORD,
      },
    });
    const { userid: id } = await client.call(auth.login, {
      body: { email: 'roomy', password: PASSWORD },
    });
    const alice: Member = { ...bob, id, client, call: client.call.bind(client) };
    await bob.follow(alice);
    const [one, two] = [await callTab(alice), await callTab(bob)];
    const { signal } = await ring(one, bob);
    await answer(two, String(signal));
    const elsewhere = app.client();
    await elsewhere.call(auth.login, { body: { email: 'roomy', password: PASSWORD } });
    const peer = await openPeer({ member: { ...alice, client: elsewhere }, name: one.name });
    const roomId = roomOf(alice, bob);
    expect(await ask(peer.socket, 'join', { roomId })).toMatchObject(outside);
    const own = await openPeer({ member: alice, name: one.name });
    expect(await ask(own.socket, 'join', { roomId })).toEqual({ ok: true });
  });

  test('signals after the end of the call reach nobody', async () => {
    const call = await callOf(app);
    const [mine, theirs] = await meet(call);
    await hangUp(call.one, call.bob);
    await hears(call.two, 'incomingCall', 'callEnded');
    for (const peer of [mine, theirs]) {
      expect(await ask(peer.socket, 'offer', { roomId: call.roomId, description })).toEqual({
        ok: true,
      });
      expect(await ask(peer.socket, 'leave', { roomId: call.roomId })).toEqual({ ok: true });
      expect(await ask(peer.socket, 'join', { roomId: call.roomId })).toMatchObject(outside);
    }
    for (const peer of [mine, theirs]) expect(peer.names()).toEqual(['ready']);
  });

  test('a join at the moment of the end reaches nobody, 10 times', async () => {
    const call = await callOf(app);
    await hangUp(call.one, call.bob);
    for (let n = 0; n < 10; n += 1) {
      const next = await callOf(app);
      const peer = await openPeer(next.one);
      const payload = { roomId: next.roomId };
      await Promise.all([ask(peer.socket, 'join', payload), hangUp(next.two, next.alice)]);
      await hears(next.one, 'callAccepted', 'callEnded');
      const late = await openPeer(next.two);
      await ask(late.socket, 'join', payload);
      await ask(peer.socket, 'offer', { ...payload, description });
      expect([...peer.names(), ...late.names()]).toEqual([]);
      for (const { socket } of [peer, late, next.one, next.two]) socket.disconnect();
    }
  });
});

test('the newest socket of a tab replaces its older one in the room', async () => {
  const call = await callOf(app);
  const [mine, theirs] = await meet(call);
  const again = await openPeer(call.one);
  expect(await ask(again.socket, 'join', { roomId: call.roomId })).toEqual({ ok: true });
  await ask(theirs.socket, 'offer', { roomId: call.roomId, description });
  await expect.poll(() => again.names()).toEqual(['ready', 'offer']);
  expect(mine.names()).toEqual(['ready']);
  await hangUp(call.one, call.bob);
});

test('one client without a tab name may enter for each side', async () => {
  const [alice, bob] = (await friends(app, 2)) as [Member, Member];
  const [one, two] = [await connectAs(alice.client), await connectAs(bob.client)];
  const incoming = new Promise<{ signal: string }>((resolve) => two.once('incomingCall', resolve));
  one.emit('callUser', { targetUserId: bob.id, from: { _id: alice.id, username: 'x' } });
  const { signal } = await incoming;
  await ask(two, 'answerCall', { signal, to: { _id: alice.id }, from: { _id: bob.id } });
  const peers = [await openPeer({ member: alice }), await openPeer({ member: bob })];
  for (const { socket } of peers)
    expect(await ask(socket, 'join', { roomId: roomOf(alice, bob) })).toEqual({ ok: true });
  for (const peer of peers) await expect.poll(() => peer.names()).toEqual(['ready']);
  const second = await openPeer({ member: bob });
  expect(await ask(second.socket, 'join', { roomId: roomOf(alice, bob) })).toMatchObject(outside);
  await ask(one, 'hangUp', { to: bob.id });
});

describe('screen sharing', () => {
  test('only the first side can share a screen', async () => {
    const call = await callOf(app);
    const [mine, theirs] = await meet(call);
    const { roomId } = call;
    for (let n = 0; n < 10; n += 1) {
      const tries = await Promise.all(
        [mine, theirs].map(async ({ socket }) => ask(socket, 'screen-start', { roomId })),
      );
      expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
      expect(tries.find(({ ok }) => !ok)).toEqual({
        ok: false,
        code: 'screen_taken',
        message: 'Only one user can share the screen at a time.',
      });
      for (const { socket } of [mine, theirs]) await ask(socket, 'screen-stop', { roomId });
    }
    // The other side heard the start and the stop of all ten screen shares.
    const heard = [...mine.names(), ...theirs.names()];
    expect(heard.filter((name) => name === 'peer-screen-started')).toHaveLength(10);
    expect(heard.filter((name) => name === 'peer-screen-stopped')).toHaveLength(10);
    await ask(theirs.socket, 'screen-start', { roomId });
    await ask(theirs.socket, 'leave', { roomId });
    await expect
      .poll(() => mine.names().slice(-3))
      .toEqual(['peer-screen-started', 'peer-screen-stopped', 'peer-left']);
    expect(await ask(mine.socket, 'screen-start', { roomId })).toEqual({ ok: true });
    await hangUp(call.one, call.bob);
  });
});

test('after either side reconnects, the viewer hears of the screen share again', async () => {
  const call = await callOf(app);
  const [mine, theirs] = await meet(call);
  const { roomId } = call;
  await ask(mine.socket, 'screen-start', { roomId });
  const back = await openPeer(call.two);
  await ask(back.socket, 'join', { roomId });
  await expect.poll(() => back.names()).toEqual(['ready', 'peer-screen-started']);
  expect(theirs.names()).toEqual(['ready', 'peer-screen-started']);
  const sharer = await openPeer(call.one);
  await ask(sharer.socket, 'join', { roomId });
  await expect.poll(() => back.names().slice(2)).toEqual(['ready', 'peer-screen-started']);
  expect(sharer.names()).toEqual(['ready']);
  // The sharer may have stopped while disconnected, so a second stop is allowed.
  await ask(sharer.socket, 'screen-stop', { roomId });
  await ask(sharer.socket, 'screen-stop', { roomId });
  await expect.poll(() => back.names().slice(4)).toEqual(['peer-screen-stopped']);
  await hangUp(call.one, call.bob);
});

test('a socket without a session cannot connect', async () => {
  for (const cookie of [undefined, 'roost=', `roost=${'a'.repeat(43)}`]) {
    const socket = openSocket(app.address, { cookie, namespace: '/webrtc' });
    expect(await refusalOfSocket(socket)).not.toBeNull();
  }
});
