import { sql } from 'kysely';
import type { Socket } from 'socket.io-client';
import { expect } from 'vitest';
import type { CallMedia } from '@roost/contract/calls';
import type { UserCard } from '@roost/contract/users';
import { earlier } from '../../src/platform/database/earlier.ts';
import type { TestApp } from './app.ts';
import { crowdOf, type Member } from './cast.ts';
import { openTab, type Tab } from './chat.ts';
import { heardBy, openSocket, refusalOfSocket, type SocketOptions } from './wire.ts';

/** The shortest valid signals between two browsers. */
export const description = { type: 'offer', sdp: 'v=0\r\n' };
export const candidate = {
  candidate: 'candidate:1 1 udp 1 192.0.2.1 9 typ host',
  sdpMid: '0',
  sdpMLineIndex: 0,
};

/** A tab with its main socket. `openPeer` adds a socket to /webrtc. */
export interface CallTab extends Tab {
  member: Member;
  /** The name of the tab in each handshake. */
  name: string;
}

export interface Incoming {
  from: UserCard;
  signal: string;
  media: CallMedia;
}

let tabs = 0;

/** Opens a tab with a name, like the web app. */
export async function callTab(
  member: Member,
  name = `test-tab-${(tabs += 1)}`,
  options: SocketOptions = {},
): Promise<CallTab> {
  const tab = await openTab(member, { ...options, auth: { tab: name, ...options.auth } });
  return { ...tab, member, name };
}

type Answer = { ok: boolean; code?: string; message?: string; signal?: string; isCaller?: boolean };

/** Emits an event and returns its acknowledgement. */
export async function ask(socket: Socket, name: string, payload: unknown): Promise<Answer> {
  return (await socket.timeout(20_000).emitWithAck(name, payload)) as Answer;
}

export const ring = async (tab: CallTab, callee: Member, media: CallMedia = 'video') =>
  ask(tab.socket, 'callUser', { targetUserId: callee.id, from: tab.member.id, media });
export const answer = async (tab: CallTab, signal: string) =>
  ask(tab.socket, 'answerCall', { signal, to: 'ignored', from: 'ignored' });
export const reject = async (tab: CallTab, to: Member) =>
  ask(tab.socket, 'rejectCall', { to: to.id });
export const hangUp = async (tab: CallTab, to: Member) => ask(tab.socket, 'hangUp', { to: to.id });

const callEvents = ['incomingCall', 'callAccepted', 'callRejected', 'callEnded', 'error'];

/** The names of the call events that a tab heard, in order. */
export const calls = (tab: Tab) =>
  tab.heard.map(({ name }) => name).filter((name) => callEvents.includes(name));

export async function hears(tab: Tab, ...names: string[]): Promise<void> {
  await expect.poll(() => calls(tab)).toEqual(names);
}

/** Creates people who all follow each other, so that everybody may call everybody. */
export async function friends(app: TestApp, count: number): Promise<Member[]> {
  const people = await crowdOf(app, count, `friend${(tabs += 1)}_`);
  await Promise.all(
    people.flatMap((one) =>
      people.filter((other) => other !== one).map(async (other) => one.follow(other)),
    ),
  );
  return people;
}

/** Starts a call between two tabs of two new people. */
export async function callOf(app: TestApp) {
  const [alice, bob] = (await friends(app, 2)) as [Member, Member];
  const [one, two] = [await callTab(alice), await callTab(bob)];
  const signal = String((await ring(one, bob)).signal);
  await hears(two, 'incomingCall');
  await answer(two, signal);
  await hears(one, 'callAccepted');
  return { alice, bob, one, two, signal, roomId: roomOf(alice, bob) };
}

export const roomOf = (one: Member, other: Member) => [one.id, other.id].toSorted().join('_');

export interface Peer {
  socket: Socket;
  heard: { name: string; payload: unknown }[];
  names(): string[];
}

/** Opens a socket to /webrtc for this tab. */
export async function openPeer(
  tab: { member: Member; name?: string },
  options: SocketOptions = {},
): Promise<Peer> {
  const { address, cookie } = tab.member.client;
  const auth = tab.name ? { tab: tab.name } : {};
  const socket = openSocket(address, { cookie, namespace: '/webrtc', auth, ...options });
  const heard = heardBy(socket);
  const refused = await refusalOfSocket(socket);
  if (refused) throw refused;
  return { socket, heard, names: () => heard.map(({ name }) => name) };
}

/** Brings both tabs of a call into its room. */
export async function meet(call: Awaited<ReturnType<typeof callOf>>) {
  const peers = [await openPeer(call.one), await openPeer(call.two)] as [Peer, Peer];
  for (const peer of peers)
    expect(await ask(peer.socket, 'join', { roomId: call.roomId })).toEqual({ ok: true });
  for (const peer of peers) await expect.poll(() => peer.names()).toEqual(['ready']);
  return peers;
}

/** Reads the rows of live calls. */
export async function liveCalls({ ctx }: TestApp) {
  return ctx.db.selectFrom('calls').selectAll().where('status', '<>', 'ended').execute();
}

/** Moves the end of all calls three seconds into the past, so that their participants may call again. */
export async function coolDown({ ctx }: TestApp): Promise<void> {
  await ctx.db
    .updateTable('call_members')
    .set({ ended_at: earlier('ended_at', 3) })
    .where('ended_at', '>', sql<Date>`now() - interval '3 s'`)
    .execute();
}

/** Cuts a connection like a dead network, without a goodbye. */
export function cut(socket: Socket): void {
  const { transport } = socket.io.engine as unknown as {
    transport: { ws: { terminate(): void } };
  };
  transport.ws.terminate();
}
