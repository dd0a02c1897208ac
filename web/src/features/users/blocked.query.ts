import { listBlockedUsers, type BlockedUser } from '@roost/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { userKeys } from './user-keys.ts';

/** Everyone the viewer blocks, newest first. */
export const blockedQuery = queryOptions({
  queryKey: userKeys.blocked,
  async queryFn({ signal }): Promise<BlockedUser[]> {
    return (await call(listBlockedUsers, { signal })).data;
  },
});
