import type { QueryClient } from '@tanstack/react-query';
import type { Undo } from '../../../lib/cache/write-cache.ts';

type Listener<Result> = (client: QueryClient, userId: string) => Result;

const followed: Listener<void>[] = [];
const blocked: Listener<Undo>[] = [];
const blockSettled: Listener<void>[] = [];
const requestAnswered: Listener<Undo>[] = [];
const muted: ((client: QueryClient, userId: string, isRepostsOnly: boolean) => Undo)[] = [];
const muteSettled: Listener<void>[] = [];

/** Registers for the end of a follow or an unfollow: the server has answered, or the call failed. */
export function onFollowed(listener: Listener<void>): void {
  followed.push(listener);
}

/** Registers for a block, for features that hide content of the blocked person. The listener returns its undo. */
export function onBlocked(listener: Listener<Undo>): void {
  blocked.push(listener);
}

/** Registers for the end of a block or an unblock: the server has answered, or the call failed. */
export function onBlockSettled(listener: Listener<void>): void {
  blockSettled.push(listener);
}

/** Registers for an answer to a follow request, for features that show the request. The listener returns its undo. */
export function onRequestAnswered(listener: Listener<Undo>): void {
  requestAnswered.push(listener);
}

/** Registers for a mute, for features that leave out rows of the muted person. The listener returns its undo. */
export function onMuted(listener: (typeof muted)[number]): void {
  muted.push(listener);
}

/** Registers for the end of a mute or an unmute: the server has answered. */
export function onMuteSettled(listener: Listener<void>): void {
  muteSettled.push(listener);
}

export function publishFollowed(client: QueryClient, userId: string): void {
  for (const listener of followed) listener(client, userId);
}

export function publishBlocked(client: QueryClient, userId: string): Undo[] {
  return blocked.map((listener) => listener(client, userId));
}

export function publishBlockSettled(client: QueryClient, userId: string): void {
  for (const listener of blockSettled) listener(client, userId);
}

export function publishRequestAnswered(client: QueryClient, userId: string): Undo[] {
  return requestAnswered.map((listener) => listener(client, userId));
}

export function publishMuted(client: QueryClient, userId: string, isRepostsOnly: boolean): Undo[] {
  return muted.map((listener) => listener(client, userId, isRepostsOnly));
}

export function publishMuteSettled(client: QueryClient, userId: string): void {
  for (const listener of muteSettled) listener(client, userId);
}
