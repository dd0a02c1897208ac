import '../live-moderation.ts';
import * as words from '#words/moderation';
import { listCases } from '@roost/contract/moderation';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { moderationKeys } from '../moderation-keys.ts';

/** How many cases and appeals wait. Live events read it again with the lists. */
const waitingQuery = queryOptions({
  queryKey: [...moderationKeys.lists, 'waiting'],
  async queryFn({ signal }) {
    const { data } = await call(listCases, { query: { limit: 1 }, signal }, { quiet: true });
    return data.waiting.cases + data.waiting.appeals;
  },
});

/** The number of cases and appeals that wait, beside the link to the desk. */
export function WaitingBadge() {
  // Without an answer, such as before the second factor, there is no badge.
  const { data: count = 0 } = useQuery(waitingQuery);
  return <CountBadge count={count} label={words.waiting({ count })} />;
}
