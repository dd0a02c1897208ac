import type { Server, Socket } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@roost/contract/events';
import type { Viewer } from '../context.ts';

/** What a socket is known by: whose it is, and where addresses given to it begin. */
export interface SocketData {
  viewer: Viewer;
  origin: string;
}
export type Gateway = Server<ClientEvents, ServerEvents, Record<never, never>, SocketData>;

export type MemberSocket = Socket<ClientEvents, ServerEvents, Record<never, never>, SocketData>;

export const userRoom = (id: string) => `user:${id}`;

/** Sends an event to all of a person's tabs; the payload may hold addresses, which begin differently for each. */
export type Publish = <Name extends keyof ServerEvents>(
  userId: string,
  name: Name,
  payloadFor: (origin: string) => Parameters<ServerEvents[Name]>,
) => Promise<void>;

export function makePublish(io: Gateway): Publish {
  return async (userId, name, payloadFor) => {
    for (const socket of await io.in(userRoom(userId)).fetchSockets())
      socket.emit(name, ...payloadFor(socket.data.origin));
  };
}
