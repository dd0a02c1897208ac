import { getSiteBlocks } from '@roost/contract/admin';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { personalStore } from '../../../lib/store.ts';
import { warnOfUnsaved } from '../../../lib/page/warn-of-unsaved.ts';
import type { BlockDrafts } from './blocked-lines.ts';

/** The email domains and the address ranges that nobody may use here. */
export const blocksQuery = queryOptions({
  queryKey: ['admin', 'blocks'],
  queryFn: async ({ signal }) => (await call(getSiteBlocks, { signal }, { quiet: true })).data,
  staleTime: 0,
});

/** The unsaved lists. They stay while the admin looks at other pages. */
export const blockDrafts = personalStore<BlockDrafts>({});

warnOfUnsaved(blockDrafts);
