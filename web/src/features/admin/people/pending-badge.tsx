import * as words from '#words/admin';
import { listPeople } from '@roost/contract/admin';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { peopleKey } from './people.query.ts';

const REFRESH_MS = 300_000;
/** The server counts no more than one page, and says whether there are more. */
const PAGE_SIZE = 50;

/** How many registrations wait. There is no live event about them. A change of an account reads it again with the lists. */
const pendingQuery = queryOptions({
  queryKey: [...peopleKey, 'pendingCount'],
  async queryFn({ signal }) {
    const query = { status: 'pending', limit: PAGE_SIZE } as const;
    const { data } = await call(listPeople, { query, signal }, { quiet: true });
    return data.pagination.totalPeople;
  },
  refetchInterval: REFRESH_MS,
});

/** The number of registrations that wait for an admin, beside the link to the settings of the site. */
export function PendingBadge() {
  const { data: count = 0 } = useQuery(pendingQuery);
  return <CountBadge count={count} max={PAGE_SIZE} label={words.registrationsWaiting({ count })} />;
}
