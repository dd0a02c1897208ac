import { wallClock } from '../lib/wall-clock.ts';

/** Tells whether a person has Premium at this moment. Every benefit of Premium asks this function. */
export function hasPremium({ premium_until }: { premium_until: Date | null }): boolean {
  return (premium_until?.getTime() ?? 0) > wallClock();
}

export function presentPremium(user: { premium_until: Date | null }) {
  return { isActive: hasPremium(user) };
}
