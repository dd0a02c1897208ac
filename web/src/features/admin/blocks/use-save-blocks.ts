import * as words from '#words/admin';
import { setSiteBlocks } from '@roost/contract/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api/api.ts';
import { isCancelled, messageWithReason } from '../../../lib/api/api-error.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import {
  mergedEntries,
  problemsOf,
  textOf,
  type BlockList,
  type BlockLists,
} from './blocked-lines.ts';
import { blockDrafts, blocksQuery } from './blocks.query.ts';

type Problems = Record<BlockList, ReturnType<typeof problemsOf>> & { failure: string | undefined };

/** Sends both lists. After a refusal the typed text stays, and each error names its line. */
export function useSaveBlocks() {
  const client = useQueryClient();
  const { mutate, reset, isPending, data } = useMutation({
    async mutationFn(): Promise<Problems | undefined> {
      const drafts = blockDrafts.get();
      let sent: BlockLists = { mailDomains: [], addresses: [] };
      let now = sent;
      try {
        now = await client.fetchQuery({ ...blocksQuery, staleTime: 0 });
        sent = {
          mailDomains: mergedEntries(now.mailDomains, drafts.mailDomains),
          addresses: mergedEntries(now.addresses, drafts.addresses),
        };
        const { data } = await call(setSiteBlocks, { body: sent }, { quiet: true });
        client.setQueryData(blocksQuery.queryKey, data);
        blockDrafts.set({});
        toast.success(words.saved);
        return undefined;
      } catch (error) {
        if (isCancelled(error)) return undefined;
        const errors = error instanceof ApiError ? (error.errors ?? []) : [];
        const of = (list: BlockList) =>
          problemsOf(list, errors, sent[list], textOf(now[list], drafts[list]));
        return {
          mailDomains: of('mailDomains'),
          addresses: of('addresses'),
          failure:
            errors.length === 0 ? messageWithReason(error, words.blocksAreNotSaved) : undefined,
        };
      }
    },
  });
  return { save: () => mutate(), forget: reset, busy: isPending, problems: data };
}
