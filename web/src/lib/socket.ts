import type { ClientEvents, ServerEvents } from '@roost/contract/events';
import type { Socket } from 'socket.io-client';
import { socketTiming } from './constants.ts';
import { loadChunk } from './load-chunk.ts';
import { LOGOUT_EVENT } from './logout.ts';

export type RoostSocket = Socket<ServerEvents, ClientEvents>;

/**
 * Connects the main socket for the signed-in viewer and keeps the server told whether this tab is in sight
 * (spec §4, §9). Returns what ends it; the logout event ends it too. The library is fetched here, so it is no
 * part of the first screen.
 */
export function connectSocket(
  userId: string,
  onConnect: (socket: RoostSocket) => void = () => {},
): () => void {
  let stop = () => {};
  let stopped = false;
  void loadChunk(() => import('socket.io-client')).then(
    ({ io }) => {
      if (stopped) return;
      const socket: RoostSocket = io({
        path: '/socket.io',
        transports: ['websocket'],
        withCredentials: true,
        auth: { userId },
        reconnectionAttempts: socketTiming.attempts,
        reconnectionDelay: socketTiming.delayMs,
        timeout: socketTiming.timeoutMs,
      });
      stop = keepPresent(socket, userId);
      onConnect(socket);
    },
    // Without the socket the pages still work; nothing to say to the person.
    () => {},
  );
  const end = () => {
    stopped = true;
    stop();
    removeEventListener(LOGOUT_EVENT, end);
  };
  addEventListener(LOGOUT_EVENT, end);
  return end;
}

function keepPresent(socket: RoostSocket, userId: string): () => void {
  const tell = () => {
    if (!socket.connected) {
      // After the five attempts nothing tries again by itself; coming back to the tab, or online, does.
      if (!document.hidden && !socket.active) socket.connect();
      return;
    }
    socket.emit(document.hidden ? 'userOffline' : 'addUser', userId);
  };
  const ping = setInterval(
    () => socket.connected && socket.emit('ping', userId),
    socketTiming.pingEveryMs,
  );
  socket.on('connect', tell);
  document.addEventListener('visibilitychange', tell);
  addEventListener('online', tell);
  return () => {
    clearInterval(ping);
    document.removeEventListener('visibilitychange', tell);
    removeEventListener('online', tell);
    socket.disconnect();
  };
}
