import * as words from '#words/moderation';
import {
  decideCase,
  decideCases,
  type ModerationCase,
  type Verdict,
} from '@roost/contract/moderation';
import { trimText } from '@roost/contract/text/text';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api.ts';
import { wallClock } from '../../../lib/wall-clock.ts';
import { paths } from '../../../paths.ts';
import type { ActionChoice } from '../actions.ts';
import { aboutCase } from '../case/about-case.ts';
import { moderationKeys } from '../moderation-keys.ts';
import { selectCases } from '../queue/selection.ts';
import { actLater } from './delayed-acts.ts';
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

/** Decides one case after the delay. What was typed stays until the server has answered. */
export function decideLater(
  client: QueryClient,
  found: ModerationCase,
  choice: ActionChoice,
  draft: VerdictDraft,
): void {
  const caseId = found._id;
  actLater({
    label: choice.label,
    about: aboutCase(found),
    ids: [caseId],
    page: paths.moderationCase(caseId),
    mayNeedProof: choice.action === 'ban',
    async send(call, idempotencyKey) {
      const body = verdictOf(choice, draft);
      try {
        await call(decideCase, { params: { caseId }, body, idempotencyKey });
        clearVerdictDraft(caseId);
      } finally {
        // After a failure too, because somebody else may have decided.
        await refreshCases(client, [caseId]);
      }
    },
  });
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
  actLater({
    label: choice.label,
    about: words.cases({ count: caseIds.length }),
    ids: caseIds,
    page: paths.moderation,
    mayNeedProof: choice.action === 'ban',
    cancelled: () => putBack(caseIds),
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
