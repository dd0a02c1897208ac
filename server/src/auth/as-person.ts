import type { Context, MemberContext } from '../kernel/context.ts';

/** A context with which a job acts for a person, in operations that take the viewer from the context. */
export function asPerson(ctx: Context, id: string): MemberContext {
  const viewer = {
    id,
    sessionId: '',
    tokenHash: '',
    tier: 'free',
    hasMutes: false,
    role: 'member',
    isEmailVerified: true,
  } as const;
  return { ...ctx, viewer };
}
