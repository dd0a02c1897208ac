import { z } from 'zod';
import { login } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { success, time } from './wire.ts';

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/auth/account',
  summary: 'Close the own account; it is erased some days later (needs a recent proof)',
  auth: 'member',
  limit: 'writes',
  status: 202,
  response: success(z.object({ deletesAt: time })),
});

export const restoreAccount = endpoint({
  method: 'POST',
  path: '/api/auth/account/restore',
  summary: 'Undo the deletion of an account by the token of a refused sign-in, and sign in',
  auth: 'public',
  limit: 'auth',
  hasSecrets: true,
  body: z.object({ restoreToken: z.string().min(1).max(1_000) }),
  response: login.response,
});
