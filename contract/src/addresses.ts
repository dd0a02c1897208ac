import { z } from 'zod';
import { email } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { done } from './wire.ts';

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verifyEmail/:token',
  summary: 'Confirm an address by a mailed link; a new address replaces the old one then',
  auth: 'public',
  limit: 'auth',
  params: z.object({ token: z.string().max(200) }),
  response: done,
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/resendVerification',
  summary: 'Mail the link again that confirms the address',
  auth: 'member',
  limit: 'writes',
  response: done,
});

export const changeEmail = endpoint({
  method: 'PATCH',
  path: '/api/auth/email',
  summary: 'Mail a link to a new address, which replaces the old one; needs a recent proof',
  auth: 'member',
  limit: 'writes',
  body: z.object({ email }),
  response: done,
});
