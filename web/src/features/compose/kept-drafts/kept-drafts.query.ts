import { listDrafts, type Draft as KeptDraft } from '@roost/contract/drafts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/cache/query-client.ts';
import { personalStore } from '../../../lib/store.ts';
import { allLinks, type DraftLink } from './draft-links.ts';
import { removedIds } from './saving/draft-removals.ts';

/** The links at the moment of the last request for the list, whose drafts it does not contain. */
export const linksWithoutDraft = personalStore<readonly DraftLink[]>([]);

/** The viewer's drafts that the server keeps, the last changed first. */
export const keptDraftsQuery = queryOptions({
  queryKey: ['drafts'],
  async queryFn({ signal }): Promise<KeptDraft[]> {
    const links = allLinks();
    const before = removedIds();
    const { data } = await call(listDrafts, { signal }, { quiet: true });
    // A draft that was deleted meanwhile may still be in the answer.
    const removed = new Set([...before, ...removedIds()]);
    const drafts = data.drafts.filter(({ _id }) => !removed.has(_id));
    const ids = new Set(data.drafts.map(({ _id }) => _id));
    linksWithoutDraft.set(links.filter(({ draftId }) => !ids.has(draftId)));
    return drafts;
  },
  staleTime: 0,
});

/** Shows a draft as saved, or, without `draft`, as deleted. */
export function showKept(draftId: string, draft?: KeptDraft): void {
  queryClient.setQueryData(keptDraftsQuery.queryKey, (known) => {
    const others = known?.filter(({ _id }) => _id !== draftId);
    return draft && others ? [draft, ...others] : others;
  });
}
