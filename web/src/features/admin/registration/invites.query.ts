import { deleteInvite, listInvites, type makeInvite } from '@roost/contract/admin';
import type { Answer } from '@roost/contract/endpoint';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { toast } from '../../../ui/overlays/toasts.ts';

const PAGE_SIZE = 20;

export type Invite = Answer<typeof listInvites>['data']['invites'][number];
export type NewInvite = Answer<typeof makeInvite>['data'];

export const invitesKey = ['admin', 'invites'] as const;

/** The invites that still work, newest first. */
export const invitesQuery = infiniteQueryOptions({
  queryKey: invitesKey,
  async queryFn({ pageParam, signal }) {
    const { data } = await call(
      listInvites,
      { query: { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) }, signal },
      { quiet: true },
    );
    return { invites: data.invites, nextCursor: data.pagination.nextCursor };
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  staleTime: 0,
});

export function useDeleteInvite(inviteId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteInvite, { params: { inviteId } }),
    onSuccess: ({ message }) => toast.success(message),
    // Also after a failure, because another admin may have been faster.
    onSettled: () => client.invalidateQueries({ queryKey: invitesKey }),
  });
}
