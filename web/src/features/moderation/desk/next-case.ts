import type { QueryClient } from '@tanstack/react-query';
import { delayedActs, isBeingDecided } from '../decisions/delayed-acts.ts';
import { cachedQueue } from '../queue/cases.query.ts';

/** The id of the next or the previous case in the queue. It skips cases whose decision is under way. */
export function caseBeside(
  client: QueryClient,
  caseId: string | undefined,
  step: 1 | -1,
): string | undefined {
  const acts = delayedActs.get();
  const ids = cachedQueue(client).map(({ _id }) => _id);
  const start = caseId === undefined ? -1 : ids.indexOf(caseId);
  const rest = step === 1 ? ids.slice(start + 1) : ids.slice(0, Math.max(0, start)).toReversed();
  return rest.find((id) => !isBeingDecided(acts, id));
}

/** The link of a case in the queue, if the queue is on the page. */
export function rowOf(caseId: string): HTMLElement | null {
  return document.querySelector(`[data-case="${CSS.escape(caseId)}"]`);
}

/** The id of the case whose row has the focus. */
export function focusedCase(): string | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? activeElement.dataset['case'] : undefined;
}
