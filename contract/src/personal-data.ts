import { z } from 'zod';
import { login } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { id, success, time } from './wire.ts';

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

const dataExport = z.object({
  _id: id,
  status: z.enum(['working', 'ready']),
  createdAt: time,
  expiresAt: time,
  /** Null until the export is ready. */
  bytes: z.int().nullable(),
  /** A path that needs the session and a recent proof. Null until the export is ready. */
  url: z.string().nullable(),
});
export type Export = z.infer<typeof dataExport>;

const exportList = success(z.object({ exports: z.array(dataExport) }));

export const requestExport = endpoint({
  method: 'POST',
  path: '/api/auth/export',
  summary: 'Ask for a copy of the own data, once a day (needs a recent proof)',
  auth: 'member',
  limit: 'writes',
  status: 202,
  response: exportList,
});

export const listExports = endpoint({
  method: 'GET',
  path: '/api/auth/export',
  summary: 'The own exports that have not expired, newest first (needs a recent proof)',
  auth: 'member',
  limit: 'reads',
  response: exportList,
});
