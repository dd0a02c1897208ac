import type { Context } from '../kernel/context.ts';
import type { Exchange } from '../platform/http/route.ts';
import { readToken, setDevice, setToken } from '../platform/http/security/cookie.ts';
import { deviceCookie } from './known-devices.ts';
import { endSessionByToken } from './sessions/end-sessions.ts';
import { SESSION_MAX_SECONDS } from './sessions/session-lifetime.ts';
import type { SignedIn } from './sign-in.ts';

/** Sets the cookies of a new session, and returns the answer. Every way to sign in has the same answer. */
export async function answerSignIn(
  ctx: Context,
  { token, userId, username, isPremium, device }: SignedIn,
  { request, reply }: Exchange,
) {
  // Ends the session that this browser already had. Nobody would use it again.
  if (request.viewer) await endSessionByToken(ctx, readToken(ctx.config, request));
  setToken(ctx.config, reply, { token, maxAge: SESSION_MAX_SECONDS });
  setDevice(ctx.config, reply, deviceCookie(device));
  return {
    message: 'Login successful.',
    userid: userId,
    username,
    subscription: { isActive: isPremium },
  };
}
