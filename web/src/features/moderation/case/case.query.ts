import { listAlikeCases, showCase, type ModerationCase } from '@roost/contract/moderation';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { moderationKeys } from '../moderation-keys.ts';

/** One case with everything that a moderator needs to decide it. */
export const caseQuery = (caseId: string) =>
  queryOptions({
    queryKey: moderationKeys.case(caseId),
    queryFn: async ({ signal }) =>
      (await call(showCase, { params: { caseId }, signal }, { quiet: true })).data,
    staleTime: 0,
  });

/** The cases that wait and resemble this one. */
export const alikeQuery = (caseId: string) =>
  queryOptions({
    queryKey: moderationKeys.alike(caseId),
    queryFn: async ({ signal }) =>
      (await call(listAlikeCases, { params: { caseId }, signal }, { quiet: true })).data.cases,
    staleTime: 0,
  });

/** Shows a changed case at once, and reads the lists again. */
export function putCase(client: QueryClient, changed: ModerationCase): void {
  client.setQueryData(
    caseQuery(changed._id).queryKey,
    (shown) => shown && { ...shown, case: changed },
  );
  void client.invalidateQueries({ queryKey: moderationKeys.lists });
}
