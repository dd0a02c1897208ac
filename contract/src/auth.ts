import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { accountLimits } from './limits.ts';
import { nameText, text, trimText } from './text/text.ts';
import { ownUser } from './users.ts';
import { done, id, MAX_NUMBER, success, time } from './wire.ts';

const {
  username: usernameLimits,
  fullName: fullNameLimits,
  password: passwordLimits,
} = accountLimits;

export const username = z
  .string()
  .min(usernameLimits.min, `Use at least ${usernameLimits.min} characters.`)
  .max(usernameLimits.max, `Use at most ${usernameLimits.max} characters.`)
  .regex(/^[A-Za-z0-9_]+$/, 'Use letters, digits and underscores only.');

/** Plain ASCII addresses only. Quoted local parts, routing and display names could send mail to another address. */
export const email = z
  .string()
  .overwrite(trimText)
  .max(254, 'This email address is too long.')
  .pipe(z.email('Enter a valid email address.'));

export const fullName = nameText(fullNameLimits.max).refine(
  (value) => value !== '',
  'Enter your name.',
);

/** Counts code points of the composed form (NFC), so the length does not depend on the script or the keyboard. */
const lengthOf = (password: string) => [...password.normalize('NFC')].length;
export const newPassword = z
  .string()
  // NFC costs more than linear time, so this stops a longer text first.
  .max(passwordLimits.max * 4, {
    error: `Use at most ${passwordLimits.max} characters.`,
    abort: true,
  })
  .refine(
    (value) => lengthOf(value) >= passwordLimits.min,
    `Use at least ${passwordLimits.min} characters.`,
  )
  .refine(
    (value) => lengthOf(value) <= passwordLimits.max,
    `Use at most ${passwordLimits.max} characters.`,
  )
  .refine((value) => value.isWellFormed(), 'This password has characters that can’t be stored.');

/** A password that the server only compares. Any text up to a maximum is allowed. */
export const givenPassword = z
  .string()
  .min(1, 'Enter your password.')
  .max(passwordLimits.max * 4);

const session = z.object({
  _id: id,
  device: z.string(),
  address: z.string(),
  createdAt: time,
  lastUsedAt: time,
  current: z.boolean(),
});

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Create an account',
  auth: 'public',
  limit: 'register',
  body: z.object({
    username,
    email,
    fullName,
    password: newPassword,
    /** The code of an invite. */
    invite: z.string().overwrite(trimText).max(100).optional(),
    /** The reason to join, for the admin who approves. */
    reason: text(accountLimits.reason.max).optional(),
    /** The version of the rules that the person saw. */
    rulesVersion: z.int().min(1).max(MAX_NUMBER).optional(),
  }),
  status: 201,
  response: z.object({
    status: z.literal('success'),
    message: z.string(),
    userId: id,
    /** Only if an admin must approve the account first. */
    data: z.object({ pending: z.literal(true) }).optional(),
  }),
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in; sets the session cookie',
  auth: 'public',
  limit: 'auth',
  body: z.object({
    email: z.string().overwrite(trimText).min(1, 'Enter your email.').max(254),
    password: givenPassword,
  }),
  response: z.object({
    status: z.literal('success'),
    message: z.string(),
    userid: id,
    username: z.string(),
    subscription: z.object({ isActive: z.boolean() }),
  }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session',
  auth: 'public',
  limit: null,
  response: done,
});

export const getMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The viewer’s own user',
  auth: 'member',
  limit: 'reads',
  response: success(ownUser),
});

export const forgetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgetPassword',
  summary: 'Mail a link to choose a new password',
  auth: 'public',
  limit: 'auth',
  body: z.object({ email }),
  response: done,
});

export const resetPassword = endpoint({
  method: 'PATCH',
  path: '/api/auth/resetPassword/:token',
  summary: 'Choose a new password by a mailed link; ends all sessions',
  auth: 'public',
  limit: 'auth',
  params: z.object({ token: z.string().max(200) }),
  body: z.object({
    password: newPassword,
    confirmpassword: z.string().max(passwordLimits.max * 4),
  }),
  response: done,
});

export const updatePassword = endpoint({
  method: 'PATCH',
  path: '/api/auth/updatePassword',
  summary: 'Change the password; ends all other sessions',
  auth: 'member',
  limit: 'writes',
  body: z.object({ oldpassword: givenPassword, newpassword: newPassword }),
  response: done,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'Where the viewer is signed in, newest use first',
  auth: 'member',
  limit: 'reads',
  response: success(z.array(session)),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:sessionId',
  summary: 'End one of the viewer’s sessions',
  auth: 'member',
  limit: 'writes',
  params: z.object({ sessionId: id }),
  response: done,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'End all of the viewer’s sessions but this one',
  auth: 'member',
  limit: 'writes',
  response: done,
});
