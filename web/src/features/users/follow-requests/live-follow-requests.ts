import type { OwnUser } from '@roost/contract/users';
import { onLive } from '../../../lib/socket/live.ts';
import { meKey } from '../../auth/session.ts';
import { showAccepted } from '../relations/follow.ts';
import { patchPerson } from '../patch-person.ts';
import { userKeys } from '../user-keys.ts';

onLive('notificationsChanged', (client, { followRequestsCount, acceptedBy = [] }) => {
  for (const userId of acceptedBy) showAccepted(client, userId);
  const viewer = client.getQueryData<OwnUser | null>(meKey);
  if (!viewer || viewer.followRequestsCount === followRequestsCount) return;
  patchPerson(client, viewer._id, () => ({ followRequestsCount }));
  void client.invalidateQueries({ queryKey: userKeys.requests });
});
