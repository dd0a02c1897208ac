import { z } from 'zod';
import { username } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { ownUser } from './users.ts';
import { success } from './wire.ts';

export const changeUsername = endpoint({
  method: 'PATCH',
  path: '/api/users/username',
  summary: 'Change the own username, once in 30 days; needs a recent proof',
  auth: 'member',
  limit: 'writes',
  body: z.object({ username }),
  response: success(ownUser).required({ message: true }),
});
