import type { QueryClient } from '@tanstack/react-query';
import type { Undo } from '../../../lib/cache/write-cache.ts';

type Listener<Result> = (client: QueryClient, userId: string) => Result;

const followed: Listener<void>[] = [];
const blocked: Listener<Undo>[] = [];
const blockSettled: Listener<void>[] = [];

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

export function publishFollowed(client: QueryClient, userId: string): void {
  for (const listener of followed) listener(client, userId);
}

export function publishBlocked(client: QueryClient, userId: string): Undo[] {
  return blocked.map((listener) => listener(client, userId));
}

export function publishBlockSettled(client: QueryClient, userId: string): void {
  for (const listener of blockSettled) listener(client, userId);
}
