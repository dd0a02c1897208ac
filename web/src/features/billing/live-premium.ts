import type { QueryClient } from '@tanstack/react-query';
import type { OwnUser } from '@roost/contract/users';
import { fetchAnew } from '../../lib/cache/fetch-anew.ts';
import { onLive, onMissed } from '../../lib/socket/live.ts';
import { meKey } from '../auth/session.ts';
import { limitsQuery } from '../users/limits.query.ts';
import { patchPerson } from '../users/patch-person.ts';
import { subscriptionKeys } from './subscription.query.ts';

onLive('premiumChanged', (client, { premium }) => {
  const viewer = client.getQueryData<OwnUser | null>(meKey);
  if (viewer) patchPerson(client, viewer._id, () => ({ premium }));
  refresh(client);
});

let isFirst = true;

onMissed((client) => {
  refresh(client);
  // After the first connection the data is still fresh.
  if (!isFirst) void client.invalidateQueries({ queryKey: meKey });
  isFirst = false;
});

function refresh(client: QueryClient): void {
  void fetchAnew(client, limitsQuery.queryKey);
  void fetchAnew(client, subscriptionKeys.all);
}
