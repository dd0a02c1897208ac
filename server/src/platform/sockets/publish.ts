import type { Namespace, Server, Socket } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@roost/contract/events';
import type { Context, Viewer } from '../../kernel/context.ts';
import type { Traces } from '../../kernel/ports.ts';
import { causes, traceSending } from './trace-sending.ts';
import { z } from 'zod';
import { defineMessage, type Cluster } from '../../kernel/messages.ts';

/** The data of a socket: its person, and the origin of the addresses that it gets. */
export interface SocketData {
  readonly viewer: Viewer;
  readonly origin: string;
  readonly socketId: string;
  /** The name that the tab gave itself. It stays the same over its connections. */
  readonly tab: string;
  /** The client asked for the extended types of notifications. */
  readonly isExtended?: boolean;
  /** Its session ended, so it will not come back. */
  isSignedOut?: boolean;
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
 * Sends an event to a person's tabs at this node: to all, or to those that `isFor` accepts. It makes the payload once for
 * all tabs of one origin. It sends nothing to them if that is null.
 */
export type PublishLocally = <Name extends keyof ServerEvents>(
  userId: string,
  name: Name,
  payloadFor: (to: SocketData) => PayloadOf<Name> | Promise<PayloadOf<Name>>,
  isFor?: (to: SocketData) => boolean,
) => Promise<void>;

type PayloadOf<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]> | null;

export function makePublishLocally(io: Gateway, traces: Traces | null): PublishLocally {
  return async (userId, name, payloadFor, isFor = () => true) =>
    traceSending(
      traces,
      () => [name],
      causes(traces),
      async () => {
        const all = socketsIn(io.of('/'), userRoom(userId));
        const sockets = Map.groupBy(
          all.filter((socket) => isFor(socket.data)),
          (socket) => socket.data.origin,
        );
        for (const alike of sockets.values()) {
          const payload = alike[0] && (await payloadFor(alike[0].data));
          if (payload) for (const socket of alike) socket.emit(name, ...payload);
        }
      },
    );
}

/** Sends an event with one payload to a person's tabs. Its maker says at which nodes. */
export type PublishEvent = <Name extends keyof ServerEvents>(
  userId: string,
  name: Name,
  ...payload: Parameters<ServerEvents[Name]>
) => void;

/** An event for all of a person's tabs, for the nodes where this person has sockets. */
export const tabEventPublished = defineMessage(
  'tabEventPublished',
  z.object({ event: z.string(), payload: z.array(z.unknown()) }),
);

/** Sends an event to all tabs of a person, at all nodes. */
export function makePublishToAllTabs(
  io: Gateway,
  { cluster, traces }: Pick<Context, 'cluster' | 'traces'>,
): PublishEvent {
  const [publishHere, publishRemote] = [makePublishHere(io, traces), makePublishRemote(cluster)];
  return (userId, name, ...payload) => {
    publishHere(userId, name, ...payload);
    publishRemote(userId, name, ...payload);
  };
}

/** Sends an event to the tabs of a person at all other nodes. It needs no sockets here. */
export function makePublishRemote(cluster: Cluster): PublishEvent {
  return (userId, event, ...payload) =>
    cluster.publish(userId, tabEventPublished, { event, payload });
}

/** Sends an event to the tabs of a person at this node. */
export function makePublishHere(io: Gateway, traces: Traces | null): PublishEvent {
  return (userId, name, ...payload) => {
    const sockets = socketsIn(io.of('/'), userRoom(userId));
    if (sockets.length > 0)
      traceSending(
        traces,
        () => [name],
        causes(traces),
        () => {
          for (const socket of sockets) socket.emit(name, ...payload);
        },
      );
  };
}

/** The sockets of this node that are in a room. */
function socketsIn(namespace: MemberNamespace, room: string): MemberSocket[] {
  return [...(namespace.adapter.rooms.get(room) ?? [])].flatMap(
    (id) => namespace.sockets.get(id) ?? [],
  );
}

/** Milliseconds for which this node waits for the answers of others. */
const ANSWER_TIMEOUT_MS = 1_000;

/** Finds a person's connected tabs at every node. While other nodes do not answer, it finds those at this node only. */
export type FindTabs = (userId: string) => Promise<SocketData[]>;

export function makeFindTabs(io: Gateway, cluster: Cluster): FindTabs {
  return async (userId) => {
    const room = userRoom(userId);
    const here = socketsIn(io.of('/'), room);
    if (cluster.isAlone) return here.map((socket) => socket.data);
    const all = io.in(room).timeout(ANSWER_TIMEOUT_MS).fetchSockets();
    return (await all.catch(() => here)).map((socket) => socket.data);
  };
}
