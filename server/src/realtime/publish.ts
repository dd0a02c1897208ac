import type { Namespace, Server, Socket } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@roost/contract/events';
import type { Viewer } from '../context.ts';
import type { Nodes } from './nodes.ts';

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
 * Sends an event to a person's tabs at this node: to all, or to those it is for. What it says is made once for all tabs that
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
    const all = socketsIn(io.of('/'), userRoom(userId));
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

/** Sends an event that is the same for all of a person's tabs to all of them, at whichever node. */
export type Tell = <Name extends keyof ServerEvents>(
  userId: string,
  name: Name,
  ...payload: Parameters<ServerEvents[Name]>
) => void;

export function makeTell(io: Gateway, nodes: Nodes): Tell {
  const tellHere = makeTellHere(io);
  nodes.onPerson('said', (userId, { event, payload }) =>
    tellHere(userId, event as keyof ServerEvents, ...(payload as never)),
  );
  return (userId, name, ...payload) => {
    tellHere(userId, name, ...payload);
    nodes.tellPerson(userId, 'said', { event: name, payload });
  };
}

/** The same for the tabs at this node alone. */
export function makeTellHere(io: Gateway): Tell {
  return (userId, name, ...payload) => {
    for (const socket of socketsIn(io.of('/'), userRoom(userId))) socket.emit(name, ...payload);
  };
}

/** The sockets of this node that are in a room. */
export function socketsIn(namespace: MemberNamespace, room: string): MemberSocket[] {
  return [...(namespace.adapter.rooms.get(room) ?? [])].flatMap(
    (id) => namespace.sockets.get(id) ?? [],
  );
}

/** Milliseconds in which other nodes answer. */
const ANSWERED_WITHIN = 1_000;

/** The tabs of a person that are connected, wherever; those at this node alone while others can't be asked. */
export type FindTabs = (userId: string) => Promise<SocketData[]>;

export function makeFindTabs(io: Gateway, nodes: Nodes): FindTabs {
  return async (userId) => {
    const room = userRoom(userId);
    const here = socketsIn(io.of('/'), room);
    if (nodes.isAlone) return here.map((socket) => socket.data);
    const all = io.in(room).timeout(ANSWERED_WITHIN).fetchSockets();
    return (await all.catch(() => here)).map((socket) => socket.data);
  };
}
