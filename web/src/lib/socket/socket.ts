import type { PeerEvents, SignalEvents } from '@roost/contract/calls';
import type { Message } from '@roost/contract/chat';
import type { ErrorCode } from '@roost/contract/errors';
import type { ClientEvents, ServerEvents } from '@roost/contract/events';
import type { QueryClient } from '@tanstack/react-query';
import type { io, Socket } from 'socket.io-client';
import { ApiError, tooLate, unreachable } from '../api/api-error.ts';
import { translateError } from '../api/translate-error.ts';
import { connection, setConnection } from './connection.ts';
import { hear } from './live.ts';
import { loadChunk } from '../page/load-chunk.ts';
import { onLogout } from '../logout.ts';
import { EventLogPosition } from './event-log-position.ts';
import { tabName } from './tab-name.ts';

const socketTiming = {
  timeoutMs: 60_000,
  attempts: 5,
  delayMs: 1_000,
  pingEveryMs: 30_000,
  /** Timeout of an answer to an event. */
  answerMs: 20_000,
  /** Timeout of the `ping` that checks a connection during a call. It is short, because a lost call has 5 s to recover. */
  connectionCheckMs: 1_500,
} as const;

type RoostSocket = Socket<ServerEvents, ClientEvents>;

/** The data in the server's answers. */
interface Answers {
  sendMessage: { message: Message };
  callUser: { signal: string; isCaller: boolean };
}
type AnswerTo<Name> = Name extends keyof Answers ? Answers[Name] : object;
type RawAnswer = { ok: true } | { ok: false; message: string; code: string };

let current: RoostSocket | undefined;

/**
 * Sends an event and waits for its answer. Rejects with an `ApiError`, like a call. Status 0 means that no answer came,
 * so the server may have acted or not.
 */
export async function ask<Name extends keyof ClientEvents>(
  name: Name,
  ...payload: Parameters<ClientEvents[Name]>
): Promise<AnswerTo<Name>> {
  return (await askOver(current, name, payload)) as AnswerTo<Name>;
}

/** Checks a connection that may be dead. If no answer comes soon, it closes the connection for a new one. */
export async function checkConnection(userId: string): Promise<void> {
  const socket = current;
  if (!socket?.connected) return;
  const answer = answerTo(socket, 'ping', [userId], socketTiming.connectionCheckMs);
  await answer.catch(() => socket === current && socket.io.engine?.close());
}

/** The socket of calls on the same connection. Undefined without a connection. */
export function callSocket(): CallSocket | undefined {
  return current?.io.socket('/webrtc', { auth: { tab: tabName } });
}
type CallSocket = Socket<PeerEvents, SignalEvents>;

/** Like `ask`, over the socket of calls. */
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
  // The library would send it after the next connect, when the person may no longer want it.
  if (!socket?.connected) throw unreachable();
  const answer = await answerTo(socket, name, payload);
  if (answer.ok) return answer;
  const { message, code } = answer;
  throw await translateError(new ApiError(message, { status: await statusOf(code), code }));
}

/** The HTTP status of a refusal. The table of all errors loads with the first refusal, because the first page does not need it. */
async function statusOf(code: string): Promise<number> {
  try {
    const { errors } = await loadChunk(() => import('@roost/contract/errors'));
    return errors[code as ErrorCode]?.[0] ?? 500;
  } catch {
    return 500;
  }
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
    // The server may answer any event. The contract types the events without the answer.
    socket.timeout(withinMs).emit(name, ...payload, answered);
  });
}

let retry = () => {};

/** Tries to connect at once, also after the last attempt. */
export const reconnect = (): void => retry();

type Connect = typeof io;

interface Viewer {
  userId: string;
  client: QueryClient;
  /** Loads the event handlers that must run from the first event on. */
  prepare: () => Promise<void>;
  /** Called when the server closes or refuses the connection, because the session may have ended. */
  onRefused: () => void;
}

/**
 * Connects the main socket for the signed-in viewer and passes its events to lib/socket/live.ts. Returns a
 * function that ends it. The logout event ends it too. It loads the library, so the first screen does not contain it.
 */
export function connectSocket(viewer: Viewer): () => void {
  let stop = () => {};
  let isOver = false;
  /** The first connect has as many attempts as a later one. */
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
    forgetLogout();
    setConnection('off');
  };
  retry = () => load();
  for (const name of ['online', 'focus']) addEventListener(name, whenLost);
  document.addEventListener('visibilitychange', whenLost);
  const forgetLogout = onLogout(end);
  load();
  return end;
}

function open(io: Connect, { userId, client, onRefused }: Viewer): () => void {
  const position = new EventLogPosition();
  const opened: RoostSocket = io({
    path: '/socket.io',
    transports: ['websocket'],
    withCredentials: true,
    // The library calls this at each connect.
    auth: (send) => send({ userId, since: position.since, tab: tabName, extended: true }),
    reconnectionAttempts: socketTiming.attempts,
    reconnectionDelay: socketTiming.delayMs,
    timeout: socketTiming.timeoutMs,
  });
  opened.onAny((name: string, payload: unknown) => hear(client, position, name, payload));
  opened.on('connect', () => position.connected());
  const unwatch = watchConnection(opened, onRefused);
  const leave = reportPresence(opened, userId);
  current = opened;
  return () => {
    if (current === opened) current = undefined;
    unwatch();
    leave();
    opened.disconnect();
  };
}

/** Publishes the state of the connection, and reconnects in cases that the library does not handle. */
function watchConnection(opened: RoostSocket, onRefused: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    if (opened.connected) return;
    clearTimeout(timer);
    setConnection('connecting');
    // A scheduled attempt of the library would block this one.
    opened.disconnect();
    opened.connect();
  };
  // The browser knows at once that it is offline. The library would notice only after a while.
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

/** Reports to the server whether this tab is visible. */
function reportPresence(opened: RoostSocket, userId: string): () => void {
  const report = () => {
    if (opened.connected) opened.emit(document.hidden ? 'userOffline' : 'addUser', userId);
  };
  const ping = setInterval(
    () => opened.connected && opened.emit('ping', userId),
    socketTiming.pingEveryMs,
  );
  opened.on('connect', report);
  document.addEventListener('visibilitychange', report);
  return () => {
    clearInterval(ping);
    document.removeEventListener('visibilitychange', report);
  };
}
