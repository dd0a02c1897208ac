import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, unreachable } from '../../../lib/api/api-error.ts';
import type { ActiveCall } from '../call-machine.ts';
import type { IceConfig } from './ice-config.ts';
import type { PeerHooks } from './peer.ts';
import type { RoomHandlers } from './room.ts';

const refused = new ApiError('This event is not valid.', { status: 400, code: 'bad_input' });

/** The actions of a session on its connection and its room, in order. */
const { did, dispatchCall, iceConfig, ask, page } = vi.hoisted(() => ({
  did: [] as string[],
  dispatchCall: vi.fn(),
  iceConfig: vi.fn(async () => ({
    iceServers: [{ urls: 'stun:one' }],
    iceTransportPolicy: 'all',
  })),
  ask: vi.fn(async () => ({})),
  page: new EventTarget(),
}));
let hooks: PeerHooks;
let peerServers: RTCIceServer[];
let roomHandlers: RoomHandlers;
let answerOffer: () => Promise<void>;
const own = { isMuted: false, isCameraOff: true, isSharing: false, picture: undefined as unknown };

vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
vi.mock('../call-store.ts', () => ({ dispatchCall }));
vi.mock('./ice-config.ts', () => ({
  iceConfig,
  knownIceConfig: () => undefined,
  ICE_CONFIG_MAX_AGE_MS: 600_000,
}));
vi.mock('../../../lib/socket/socket.ts', () => ({
  ask,
  checkConnection: async () => did.push('line proven'),
}));
vi.mock('../left-call.ts', () => ({
  showEnding: (_call: ActiveCall, words: string) => void did.push(words),
}));
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
    constructor(config: IceConfig, _isCaller: boolean, given: PeerHooks) {
      peerServers = config.iceServers;
      hooks = given;
    }
    receiveDescription = () => did.push('hear');
    setSound() {}
    setPicture() {}
    setLevel = (level: string) => did.push(`picture ${level}`);
    setIceConfig = ({ iceServers }: IceConfig) => did.push(`by ${String(iceServers[0]?.urls)}`);
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
      roomHandlers = handlers;
    }
    enter = () => did.push('enter');
    leave() {}
    describe = async () => {
      did.push('offer');
      await answerOffer();
    };
    sendCandidate = () => did.push('candidate');
    sendStatus = () => did.push('status');
    releaseScreen = () => did.push('no screen');
  },
}));

const { CallSession } = await import('./call-session.ts');

const call: ActiveCall = {
  status: 'active',
  callId: 'c1',
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

/** Creates a session that has entered the room of its call. */
async function entered(): Promise<void> {
  session = new CallSession('ann', 'video', { isCalling: true, beginsMuted: false });
  session.update(call);
  await pass();
  expect(since()).toEqual(['enter']);
}

/** Creates a session that is connected to the other side. */
async function connected(): Promise<void> {
  await entered();
  roomHandlers.ready();
  await pass();
  hooks.changed('connected');
  since();
}

test('a session sends its status and its offer only when both sides are in the room', async () => {
  await entered();
  own.isMuted = true;
  ownChanged();
  hooks.sendCandidate(null);
  expect(since()).toEqual([]);
  roomHandlers.ready();
  await pass();
  expect(since()).toEqual(['status', 'no screen', 'offer']);
});

test('after a reconnect a session resets and resends the screen sharing state', async () => {
  await connected();
  roomHandlers['peer-screen-started']();
  roomHandlers.ready();
  expect(session.state.get().isPeerSharing).toBe(false);
  expect(since()).toContain('no screen');
  own.isSharing = true;
  roomHandlers.ready();
  expect(since()).not.toContain('no screen');
});

test.each(['the other side never enters', 'no connection is found'])(
  '%s: the call ends after 30 seconds',
  async (which) => {
    await entered();
    if (which === 'no connection is found') roomHandlers.ready();
    await pass(29_000);
    expect(hungUp()).toBe(false);
    await pass(1_000);
    expect(since()).toContain('Connection lost');
    expect(dispatchCall).toHaveBeenCalledWith({ name: 'hangUp' });
  },
);

test('a connected call has no time limit', async () => {
  await connected();
  await pass(3_600_000);
  expect(hungUp()).toBe(false);
});

test('an interrupted connection ends after 5 seconds in total', async () => {
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

test('an interrupted connection that recovers keeps the call', async () => {
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
])('%s fails the call', async (_, go) => {
  await entered();
  await go();
  roomHandlers.ready();
  await pass();
  expect(session.state.get().status).toBe('failed');
  expect(ask).toHaveBeenCalledWith('hangUp', { to: 'ben', signal: 'c1' });
  await pass(3_000);
  expect(dispatchCall).toHaveBeenCalledWith({ name: 'ended', callId: 'c1' });
});

test('an offer without an answer does not fail the call', async () => {
  answerOffer = async () => Promise.reject(unreachable());
  await entered();
  roomHandlers.ready();
  await pass();
  expect(session.state.get().status).toBe('calling');
});

test('a long call refreshes its relay servers before their credentials expire', async () => {
  await connected();
  iceConfig.mockResolvedValueOnce({
    iceServers: [{ urls: 'turn:two' }],
    iceTransportPolicy: 'all',
  });
  await pass(600_000);
  expect(since()).toContain('by turn:two');
  iceConfig.mockRejectedValueOnce(unreachable());
  await pass(600_000);
  expect(hungUp()).toBe(false);
});

test('a long call reconnects by its newest relay servers after the other side reloads', async () => {
  const answer = (session: string) => ({ type: 'answer' as const, sdp: `o=- ${session} 2 IN` });
  await connected();
  roomHandlers.answer({ description: answer('1') });
  iceConfig.mockResolvedValueOnce({
    iceServers: [{ urls: 'turn:two' }],
    iceTransportPolicy: 'all',
  });
  await pass(600_000);
  iceConfig.mockRejectedValueOnce(unreachable());
  await pass(900_000);
  peerServers = [];
  roomHandlers.answer({ description: answer('2') });
  expect(peerServers).toEqual([{ urls: 'turn:two' }]);
});

test('the video level falls only while video is sent', async () => {
  await connected();
  await pass(20_000);
  expect(since()).toEqual([]);
  own.picture = {};
  ownChanged();
  await pass(4_000);
  expect(since()).toEqual(['picture low', 'status']);
});

test('a reload of the other side creates one new connection', async () => {
  await connected();
  since();
  const answer = (session: number) => {
    roomHandlers.answer({
      description: { type: 'answer', sdp: `v=0\r\no=- ${session} 2 IN IP4 0\r\n` },
    });
    return since();
  };
  expect(answer(1)).toEqual(['hear']);
  expect(answer(1)).toEqual(['hear']);
  // The reloaded page answered an offer of the old connection.
  expect(answer(2)).toEqual(['offer']);
  // It answers the new offer with another new session id.
  expect(answer(3)).toEqual(['hear']);
});
