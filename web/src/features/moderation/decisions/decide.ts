import * as words from '#words/moderation';
import {
  decideCase,
  decideCases,
  showCase,
  type Decision,
  type ShownCase,
  type Verdict,
} from '@roost/contract/moderation';
import type { OwnUser } from '@roost/contract/users';
import { trimText } from '@roost/contract/text/text';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api/api.ts';
import { wallClock } from '../../../lib/wall-clock.ts';
import { paths } from '../../../paths.ts';
import { meKey } from '../../auth/session.ts';
import type { ActionChoice } from '../actions.ts';
import { aboutCase } from '../case/about-case.ts';
import { caseQuery } from '../case/case.query.ts';
import { moderationKeys } from '../moderation-keys.ts';
import { selectCases } from '../queue/selection.ts';
import { actLater, type Newer } from './delayed-acts.ts';
import { BULK, clearVerdictDraft, setDraft, type VerdictDraft } from './verdict-draft.ts';

const DAY_MS = 86_400_000;

/** The server counts the days from its own clock, so the end is fixed when the decision is sent. */
function verdictOf({ action, hasEnd }: ActionChoice, draft: VerdictDraft): Verdict {
  const { days, reason, ruleId } = draft;
  return {
    action,
    note: trimText(draft.note),
    message: trimText(draft.message),
    ...(hasEnd &&
      days !== '' && { until: new Date(wallClock() + Number(days) * DAY_MS).toISOString() }),
    ...(reason !== '' && { reason }),
    ...(ruleId !== '' && { ruleId }),
  };
}

/**
 * Decides one case after the delay. The typed text stays until the server has answered. It is not sent over a decision of
 * somebody else that the moderator has not seen. `seenId` is the newest decision that they have seen.
 */
export function decideLater(
  client: QueryClient,
  shown: ShownCase,
  choice: ActionChoice,
  draft: VerdictDraft,
  seenId = shown.decisions[0]?._id,
): void {
  const caseId = shown.case._id;
  actLater({
    label: choice.label,
    about: aboutCase(shown.case),
    ids: [caseId],
    page: paths.moderationCase(caseId),
    mayNeedProof: choice.action === 'ban',
    findNewer: async () =>
      decisionOfOthers(client, (await readCase(client, caseId)).decisions, seenId),
    anyway: ({ _id }) => decideLater(client, shown, choice, draft, _id),
    async send(call, idempotencyKey) {
      const body = verdictOf(choice, draft);
      try {
        const { data } = await call(decideCase, { params: { caseId }, body, idempotencyKey });
        clearVerdictDraft(caseId);
        return await findReplaced(client, data, seenId);
      } finally {
        // After a failure too, because somebody else may have decided.
        await refreshCases(client, [caseId]);
      }
    },
  });
}

/** Reads a case, and shows it on its page at once. */
async function readCase(client: QueryClient, caseId: string): Promise<ShownCase> {
  // Not by the cache, because an answer on its way may be older than the event.
  const { data } = await call(showCase, { params: { caseId } }, { quiet: true });
  client.setQueryData(caseQuery(caseId).queryKey, data);
  return data;
}

/** The newest decision that the moderator can have seen on the page of a case. */
const newestSeen = (client: QueryClient, caseId: string) =>
  client.getQueryData(caseQuery(caseId).queryKey)?.decisions[0]?._id;

/** The newest decision, if somebody else made it and the moderator has not seen it. */
function decisionOfOthers(
  client: QueryClient,
  [newest]: readonly Decision[],
  seenId: string | undefined,
): Newer | undefined {
  const viewerId = client.getQueryData<OwnUser | null>(meKey)?._id;
  return newest && newest._id !== seenId && newest.moderator?._id !== viewerId ? newest : undefined;
}

/** The decision of somebody else that arrived between the check and the moderator's own one. */
async function findReplaced(
  client: QueryClient,
  own: Decision,
  seenId: string | undefined,
): Promise<Newer | undefined> {
  try {
    const { decisions } = await readCase(client, own.caseId);
    const index = decisions.findIndex(({ _id }) => _id === own._id);
    return index < 0 ? undefined : decisionOfOthers(client, decisions.slice(index + 1), seenId);
  } catch {
    // The moderator's own decision is made, which a failed reading does not change.
    return undefined;
  }
}

/** Decides several cases at once after the delay. The ones that the server refuses stay selected. */
export function decideAllLater(
  client: QueryClient,
  caseIds: readonly string[],
  choice: ActionChoice,
  draft: VerdictDraft,
): void {
  const putBack = (ids: readonly string[]) => {
    selectCases(ids);
    setDraft(BULK, draft);
  };
  const seen = new Map(caseIds.map((id) => [id, newestSeen(client, id)]));
  actLater({
    label: choice.label,
    about: words.cases({ count: caseIds.length }),
    ids: caseIds,
    page: paths.moderation,
    mayNeedProof: choice.action === 'ban',
    // A case that somebody else has closed is not selected again.
    cancelled: (changed) => putBack(caseIds.filter((id) => !changed.includes(id))),
    async findNewer(changed) {
      for (const id of changed) {
        const { case: found, decisions } = await readCase(client, id);
        const newer = decisionOfOthers(client, decisions, seen.get(id));
        // A case that was reported again is open, and its older decisions stand.
        if (newer && found.status === 'closed') return newer;
      }
      return undefined;
    },
    async send(call, idempotencyKey) {
      try {
        const body = { ...verdictOf(choice, draft), caseIds: [...caseIds] };
        const { data } = await call(decideCases, { body, idempotencyKey });
        await refreshCases(client, caseIds);
        if (data.refused.length > 0) throw refusal(data.refused, caseIds.length, putBack);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'refused')) putBack(caseIds);
        throw error;
      }
    },
  });
}

function refusal(
  refused: readonly { caseId: string }[],
  all: number,
  putBack: (ids: readonly string[]) => void,
): ApiError {
  putBack(refused.map(({ caseId }) => caseId));
  return new ApiError(words.someCasesWereRefused({ count: refused.length, all }), {
    code: 'refused',
  });
}

async function refreshCases(client: QueryClient, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    void client.invalidateQueries({ queryKey: moderationKeys.case(id), exact: true });
  void client.invalidateQueries({ queryKey: moderationKeys.people });
  await client.invalidateQueries({ queryKey: moderationKeys.lists });
}
