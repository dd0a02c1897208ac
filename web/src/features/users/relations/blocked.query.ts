import { listBlockedUsers, type BlockedUser } from '@roost/contract/relations';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { userKeys } from '../user-keys.ts';

/** All people whom the viewer blocks, newest first. */
export const blockedQuery = queryOptions({
  queryKey: userKeys.blocked,
  async queryFn({ signal }): Promise<BlockedUser[]> {
    return (await call(listBlockedUsers, { signal })).data;
  },
});
