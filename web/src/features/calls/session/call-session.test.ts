import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, unreachable } from '../../../lib/api-error.ts';
import type { ActiveCall } from '../call-machine.ts';
import type { PeerHooks } from './peer.ts';
import type { RoomHandlers } from './room.ts';

const refused = new ApiError('This event is not valid.', { status: 400, code: 'bad_input' });

/** What a session does with its connection and its room, in order. */
const { did, dispatchCall, iceServers, ask, page } = vi.hoisted(() => ({
  did: [] as string[],
  dispatchCall: vi.fn(),
  iceServers: vi.fn(async () => [{ urls: 'stun:one' }]),
  ask: vi.fn(async () => ({})),
  page: new EventTarget(),
}));
let hooks: PeerHooks;
let heard: RoomHandlers;
let answerOffer: () => Promise<void>;
const own = { isMuted: false, isCameraOff: true, isSharing: false, picture: undefined as unknown };

vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
vi.mock('../call-store.ts', () => ({ dispatchCall }));
vi.mock('./ice-servers.ts', () => ({
  iceServers,
  knownIceServers: () => undefined,
  FRESH_MS: 600_000,
}));
vi.mock('../../../lib/socket.ts', () => ({ ask, proveLine: async () => did.push('line proven') }));
vi.mock('../../../ui/toasts.ts', () => {
  const say = (words: string) => void did.push(words);
  return { toast: { error: say, info: say } };
});
vi.mock('./wake-lock.ts', () => ({ keepAwake: () => () => {} }));
vi.mock('./own-media.ts', () => ({
  isPossible: () => true,
  OwnMedia: class {
    readonly mix = { track: null, wake() {} };
    readonly state = {
      get: () => ({ ...own }),
      subscribe: (listener: () => void) => {
        ownChanged = listener;
      },
    };
    close() {}
  },
}));
let ownChanged = () => {};
vi.mock('./peer.ts', () => ({
  Peer: class {
    isDescribed = false;
    constructor(_servers: unknown, _isCaller: boolean, given: PeerHooks) {
      hooks = given;
    }
    setSound() {}
    setPicture() {}
    setLevel = (level: string) => did.push(`picture ${level}`);
    setServers = (servers: { urls: string }[]) => did.push(`by ${servers[0]?.urls}`);
    offer = async () => hooks.describe({ type: 'offer', sdp: '' });
    restart = () => did.push('restart');
    stats = async () => new Map([['loss', { type: 'remote-inbound-rtp', fractionLost: 0.5 }]]);
    close() {}
  },
}));
vi.mock('./room.ts', () => ({
  roomIdOf: () => 'room',
  Room: class {
    constructor(_id: string, handlers: RoomHandlers) {
      heard = handlers;
    }
    enter = () => did.push('enter');
    leave() {}
    describe = async () => {
      did.push('offer');
      await answerOffer();
    };
    tellCandidate = () => did.push('candidate');
    tellStatus = () => did.push('status');
    giveScreenBack = () => did.push('no screen');
  },
}));

const { CallSession } = await import('./call-session.ts');

const call: ActiveCall = {
  status: 'active',
  signal: 'c1',
  otherUser: { _id: 'ben', username: 'ben', fullName: 'Ben', avatar: null },
  isCaller: true,
  media: 'video',
  isOpen: true,
};
const pass = async (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const since = () => did.splice(0);
const hungUp = () => dispatchCall.mock.calls.length > 0;

beforeEach(() => {
  vi.useFakeTimers();
  did.length = 0;
  dispatchCall.mockClear();
  answerOffer = async () => {};
  Object.assign(own, { isSharing: false, picture: undefined });
});
let session: InstanceType<typeof CallSession>;
afterEach(() => {
  session.end();
  vi.useRealTimers();
});

/** A session in the room of its call. */
async function entered(): Promise<void> {
  session = new CallSession('ann', 'video', true);
  session.follow(call);
  await pass();
  expect(since()).toEqual(['enter']);
}

/** And in a call that is connected. */
async function connected(): Promise<void> {
  await entered();
  heard.ready();
  await pass();
  hooks.changed('connected');
  since();
}

test('of oneself nothing is said before both are there, and all once they are', async () => {
  await entered();
  own.isMuted = true;
  ownChanged();
  hooks.tell(null);
  expect(since()).toEqual([]);
  heard.ready();
  await pass();
  expect(since()).toEqual(['status', 'no screen', 'offer']);
});

test('after a break each tells anew what it shows, and forgets what the other did until told again', async () => {
  await connected();
  heard['peer-screen-started']();
  heard.ready();
  expect(session.state.get().isPeerSharing).toBe(false);
  expect(since()).toContain('no screen');
  own.isSharing = true;
  heard.ready();
  expect(since()).not.toContain('no screen');
});

test.each(['nobody comes', 'no way is found'])(
  '%s: it ends within half a minute',
  async (which) => {
    await entered();
    if (which === 'no way is found') heard.ready();
    await pass(29_000);
    expect(hungUp()).toBe(false);
    await pass(1_000);
    expect(since()).toContain('Connection lost');
    expect(dispatchCall).toHaveBeenCalledWith({ name: 'hangUp' });
  },
);

test('once connected it has all the time there is', async () => {
  await connected();
  await pass(3_600_000);
  expect(hungUp()).toBe(false);
});

test('a line that broke has 5 s in all, whatever it tries meanwhile', async () => {
  await connected();
  hooks.changed('disconnected');
  expect(since()).toEqual(['restart', 'line proven']);
  await pass(2_000);
  hooks.changed('connecting');
  await pass(2_000);
  hooks.changed('disconnected');
  await pass(900);
  expect(hungUp()).toBe(false);
  await pass(100);
  expect(since()).toContain('Connection lost');
});

test('and comes back as if nothing had been', async () => {
  await connected();
  hooks.changed('disconnected');
  await pass(4_900);
  hooks.changed('connected');
  await pass(60_000);
  expect(hungUp()).toBe(false);
  expect(session.state.get().status).toBe('connected');
});

test.each([
  [
    'an offer the server refuses',
    async () => void (answerOffer = async () => Promise.reject(refused)),
  ],
  ['a description that can’t be used', async () => void setTimeout(() => hooks.failed(refused), 0)],
])('%s: it could not be set up', async (_, go) => {
  await entered();
  await go();
  heard.ready();
  await pass();
  expect(session.state.get().status).toBe('failed');
  expect(ask).toHaveBeenCalledWith('hangUp', { to: 'ben', signal: 'c1' });
  await pass(3_000);
  expect(dispatchCall).toHaveBeenCalledWith({ name: 'ended', signal: 'c1' });
});

test('an offer that the line lost is no failure', async () => {
  answerOffer = async () => Promise.reject(unreachable());
  await entered();
  heard.ready();
  await pass();
  expect(session.state.get().status).toBe('calling');
});

test('relays are asked for again before their credentials run out', async () => {
  await connected();
  iceServers.mockResolvedValueOnce([{ urls: 'turn:two' }]);
  await pass(600_000);
  expect(since()).toContain('by turn:two');
  iceServers.mockRejectedValueOnce(unreachable());
  await pass(600_000);
  expect(hungUp()).toBe(false);
});

test('only a picture that is sent is made smaller', async () => {
  await connected();
  await pass(20_000);
  expect(since()).toEqual([]);
  own.picture = {};
  ownChanged();
  await pass(4_000);
  expect(since()).toEqual(['picture low', 'status']);
});
