import type { Namespace, Server, Socket } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@roost/contract/events';
import type { Viewer } from '../context.ts';

/** What a socket is known by: whose it is, and where addresses given to it begin. */
export interface SocketData {
  readonly viewer: Viewer;
  readonly origin: string;
  readonly socketId: string;
  /** The tab it belongs to, by the name the tab gave itself; that stays the same over its connections. */
  readonly tab: string;
}
export type Gateway = Server<ClientEvents, ServerEvents, Record<never, never>, SocketData>;

export type MemberNamespace = Namespace<
  ClientEvents,
  ServerEvents,
  Record<never, never>,
  SocketData
>;
export type MemberSocket = Socket<ClientEvents, ServerEvents, Record<never, never>, SocketData>;

export const userRoom = (id: string) => `user:${id}`;

/**
 * Sends an event to a person's tabs: to all, or to those it is for. What it says is made once for all tabs that
 * addresses begin the same for; nothing is sent where that is null.
 */
export type Publish = <Name extends keyof ServerEvents>(
  userId: string,
  name: Name,
  payloadFor: (to: SocketData) => Said<Name> | Promise<Said<Name>>,
  isFor?: (to: SocketData) => boolean,
) => Promise<void>;

type Said<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]> | null;

export function makePublish(io: Gateway): Publish {
  return async (userId, name, payloadFor, isFor = () => true) => {
    const all = await io.in(userRoom(userId)).fetchSockets();
    const sockets = Map.groupBy(
      all.filter((socket) => isFor(socket.data)),
      (socket) => socket.data.origin,
    );
    for (const alike of sockets.values()) {
      const payload = alike[0] && (await payloadFor(alike[0].data));
      if (payload) for (const socket of alike) socket.emit(name, ...payload);
    }
  };
}

/** The tabs of a person that are connected, wherever. */
export type FindTabs = (userId: string) => Promise<SocketData[]>;

export function makeFindTabs(io: Gateway): FindTabs {
  return async (userId) =>
    (await io.in(userRoom(userId)).fetchSockets()).map((socket) => socket.data);
}
