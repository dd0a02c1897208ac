import type { z } from 'zod';
import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { hashToken } from '../sessions/session-tokens.ts';
import { countTry, useUpChallenge } from './challenge.queries.ts';

/** A kind of challenge. Challenges of one kind do not open as another kind. */
export interface ChallengeType<Content> {
  readonly name: string;
  /** How often a client may try one challenge. */
  readonly tries: number;
  /** How long one works. Absent: as long as a sign-in may wait. */
  readonly seconds?: number;
  readonly content: z.ZodType<Content>;
}

export interface Challenge<Content> {
  readonly hash: Buffer;
  readonly type: ChallengeType<Content>;
  readonly content: Content;
  readonly expiresAt: Date;
}

/**
 * Makes a challenge. It is a sealed token with its content and its end, so the server stores nothing until a client tries
 * it. `boundTo` names what the challenge belongs to, such as a session.
 */
export function makeChallenge<Content>(
  { config, secretBox }: Context,
  type: ChallengeType<Content>,
  content: Content,
  boundTo = '',
): string {
  const until = wallClock() + (type.seconds ?? config.challengeSeconds) * 1_000;
  const bytes = Buffer.from(JSON.stringify([until, content]));
  return secretBox.seal(bytes, purposeOf(type, boundTo)).toString('base64url');
}

/** Opens a challenge and counts a try. Returns null if it is not ours, has expired or was tried too often. */
export async function tryChallenge<Content>(
  ctx: Context,
  type: ChallengeType<Content>,
  text: string,
  boundTo = '',
): Promise<Challenge<Content> | null> {
  const opened = open(ctx, type, text, boundTo);
  if (!opened || opened.expiresAt.getTime() <= wallClock()) return null;
  const challenge = { ...opened, type, hash: hashToken(text) };
  const { hash, expiresAt } = challenge;
  return (await countTry(ctx, hash, { most: type.tries, expiresAt })) ? challenge : null;
}

/** Makes the challenge unusable. */
export async function endChallenge(
  ctx: Context,
  { hash, type }: Challenge<unknown>,
): Promise<void> {
  await useUpChallenge(ctx, hash, type.tries);
}

function open<Content>(
  { secretBox }: Context,
  type: ChallengeType<Content>,
  text: string,
  boundTo: string,
): { content: Content; expiresAt: Date } | null {
  try {
    const bytes = Buffer.from(text, 'base64url');
    // The decoder ignores invalid characters. Without this check, one challenge would have many spellings.
    if (bytes.toString('base64url') !== text) return null;
    const plain = secretBox.open(bytes, purposeOf(type, boundTo)).toString('utf8');
    const [until, content] = JSON.parse(plain) as [number, unknown];
    return { content: type.content.parse(content), expiresAt: new Date(until) };
  } catch {
    return null;
  }
}

function purposeOf({ name }: ChallengeType<unknown>, boundTo: string): string {
  return `challenge ${name} ${boundTo}`;
}
