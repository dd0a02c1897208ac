import type { PeerEvents, SignalEvents } from '@roost/contract/calls';
import type { Message } from '@roost/contract/chat';
import { errors, type ErrorCode } from '@roost/contract/errors';
import type { ClientEvents, ServerEvents } from '@roost/contract/events';
import type { QueryClient } from '@tanstack/react-query';
import type { Socket } from 'socket.io-client';
import { ApiError, tooLate, unreachable } from './api-error.ts';
import { connection, setConnection } from './connection.ts';
import { socketTiming } from './constants.ts';
import { hear } from './live.ts';
import { loadChunk } from './load-chunk.ts';
import { LOGOUT_EVENT } from './logout.ts';
import { randomKey } from './random-key.ts';
import { StreamPlace } from './stream-place.ts';

type RoostSocket = Socket<ServerEvents, ClientEvents>;

/** By which the server knows this tab when its connection comes back: it may be in a call. */
const tab = randomKey();

/** What the server adds to its answer (contract §8). */
interface Answers {
  sendMessage: { message: Message };
  callUser: { signal: string; isCaller: boolean };
}
type AnswerTo<Name> = Name extends keyof Answers ? Answers[Name] : object;
type RawAnswer = { ok: true } | { ok: false; message: string; code: string };

let current: RoostSocket | undefined;

/**
 * Sends an event and waits for its answer. Rejects with an `ApiError`, as a call does: what the server says against
 * it, or with status 0 where there was no answer, so that it may have been done or not.
 */
export async function ask<Name extends keyof ClientEvents>(
  name: Name,
  ...payload: Parameters<ClientEvents[Name]>
): Promise<AnswerTo<Name>> {
  return (await askOver(current, name, payload)) as AnswerTo<Name>;
}

/** Where a connection may be dead without knowing: one that gives no answer soon is given up for a new one. */
export async function proveLine(userId: string): Promise<void> {
  const socket = current;
  if (!socket?.connected) return;
  const answer = answerTo(socket, 'ping', [userId], socketTiming.proofMs);
  await answer.catch(() => socket === current && socket.io.engine?.close());
}

/** The socket of calls (contract §9), over the same connection; undefined while there is none. */
export function callSocket(): CallSocket | undefined {
  return current?.io.socket('/webrtc', { auth: { tab } });
}
type CallSocket = Socket<PeerEvents, SignalEvents>;

/** As `ask`, over the socket of calls. */
export async function askPeer<Name extends keyof SignalEvents>(
  socket: CallSocket,
  name: Name,
  ...payload: Parameters<SignalEvents[Name]>
): Promise<void> {
  await askOver(socket, name, payload);
}

interface AnySocket {
  readonly connected: boolean;
  timeout(ms: number): { emit(name: string, ...args: unknown[]): unknown };
}

async function askOver(
  socket: AnySocket | undefined,
  name: string,
  payload: unknown[],
): Promise<object> {
  // Of itself the library would keep it for later, when it may no longer be meant.
  if (!socket?.connected) throw unreachable();
  const answer = await answerTo(socket, name, payload);
  if (answer.ok) return answer;
  const { message, code } = answer;
  throw new ApiError(message, { status: errors[code as ErrorCode]?.[0] ?? 500, code });
}

function answerTo(
  socket: AnySocket,
  name: string,
  payload: unknown[],
  withinMs: number = socketTiming.answerMs,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const answered = (failure: Error | null, answer: RawAnswer) => {
      if (failure) reject(socket.connected ? tooLate() : unreachable());
      else resolve(answer);
    };
    // Any event can be answered; the contract types those without.
    socket.timeout(withinMs).emit(name, ...payload, answered);
  });
}

let retry = () => {};

/** Tries again at once, when the attempts are used up or the next is still to come. */
export const reconnect = (): void => retry();

type Connect = (typeof import('socket.io-client'))['io'];

interface Viewer {
  userId: string;
  client: QueryClient;
  /** Fetches what is to hear of everything from the start. */
  prepare: () => Promise<void>;
  /** The server closed it, or lets it in no more: the session may have ended. */
  onRefused: () => void;
}

/**
 * Connects the main socket for the signed-in viewer (spec §4, §9) and hands what comes to lib/live.ts. Returns what
 * ends it; the logout event ends it too. The library is fetched here, so it is no part of the first screen.
 */
export function connectSocket(viewer: Viewer): () => void {
  let stop = () => {};
  let isOver = false;
  /** A line that is down now is tried as often as one that breaks later. */
  const load = (attempts: number = socketTiming.attempts) => {
    setConnection('connecting');
    void Promise.all([loadChunk(() => import('socket.io-client')), loadChunk(viewer.prepare)]).then(
      ([{ io }]) => {
        if (!isOver) stop = open(io, viewer);
      },
      () => {
        if (isOver) return;
        if (attempts > 0) {
          const timer = setTimeout(load, socketTiming.delayMs, attempts - 1);
          stop = () => clearTimeout(timer);
        } else {
          // Without the socket the pages still work.
          setConnection('lost');
        }
      },
    );
  };
  const whenLost = () => {
    if (connection() === 'lost' && !document.hidden) retry();
  };
  const end = () => {
    if (isOver) return;
    isOver = true;
    stop();
    for (const name of ['online', 'focus']) removeEventListener(name, whenLost);
    document.removeEventListener('visibilitychange', whenLost);
    removeEventListener(LOGOUT_EVENT, end);
    setConnection('off');
  };
  retry = () => load();
  for (const name of ['online', 'focus']) addEventListener(name, whenLost);
  document.addEventListener('visibilitychange', whenLost);
  addEventListener(LOGOUT_EVENT, end);
  load();
  return end;
}

function open(io: Connect, { userId, client, onRefused }: Viewer): () => void {
  const place = new StreamPlace();
  const opened: RoostSocket = io({
    path: '/socket.io',
    transports: ['websocket'],
    withCredentials: true,
    // Asked for at each connect.
    auth: (send) => send({ userId, since: place.since, tab }),
    reconnectionAttempts: socketTiming.attempts,
    reconnectionDelay: socketTiming.delayMs,
    timeout: socketTiming.timeoutMs,
  });
  opened.onAny((name: string, payload: unknown) => hear(client, place, name, payload));
  opened.on('connect', () => place.connected());
  const unwatch = watchLine(opened, onRefused);
  const leave = keepPresent(opened, userId);
  current = opened;
  return () => {
    if (current === opened) current = undefined;
    unwatch();
    leave();
    opened.disconnect();
  };
}

/** Follows how the connection stands, and comes back where the library by itself would not. */
function watchLine(opened: RoostSocket, onRefused: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    if (opened.connected) return;
    clearTimeout(timer);
    setConnection('connecting');
    // What waits for its next attempt would keep this one from being made.
    opened.disconnect();
    opened.connect();
  };
  // The browser says so at once; of itself the connection is missed only after a while.
  const cut = () => opened.io.engine?.close();
  const failed = () => {
    setConnection('lost');
    onRefused();
  };
  opened.on('connect', () => setConnection('open'));
  opened.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    setConnection('connecting');
    if (reason !== 'io server disconnect') return;
    onRefused();
    timer = setTimeout(again, socketTiming.delayMs);
  });
  opened.io.on('reconnect_failed', failed);
  retry = again;
  addEventListener('online', again);
  addEventListener('offline', cut);
  return () => {
    clearTimeout(timer);
    opened.io.off('reconnect_failed', failed);
    removeEventListener('online', again);
    removeEventListener('offline', cut);
  };
}

/** Keeps the server told whether this tab is in sight (spec §4). */
function keepPresent(opened: RoostSocket, userId: string): () => void {
  const tell = () => {
    if (opened.connected) opened.emit(document.hidden ? 'userOffline' : 'addUser', userId);
  };
  const ping = setInterval(
    () => opened.connected && opened.emit('ping', userId),
    socketTiming.pingEveryMs,
  );
  opened.on('connect', tell);
  document.addEventListener('visibilitychange', tell);
  return () => {
    clearInterval(ping);
    document.removeEventListener('visibilitychange', tell);
  };
}
