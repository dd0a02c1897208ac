import * as words from '#words/moderation';
import type { ShownCase } from '@roost/contract/moderation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useIsWide } from '../../../lib/page/screen-width.ts';
import { navigate, useLocation, type NavigateOptions } from '../../../lib/router/router.tsx';
import { paths } from '../../../paths.ts';
import { LookoutBird } from '../../../ui/illustrations/lookout-bird.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { ActionChoice } from '../actions.ts';
import { useAssign } from '../case/assign-button.tsx';
import { CASE_TITLE } from '../case/case-head.tsx';
import { caseQuery } from '../case/case.query.ts';
import { CaseView } from '../case/case-view.tsx';
import { decideLater } from '../decisions/decide.ts';
import { takeBackNewest } from '../decisions/take-back.ts';
import type { VerdictDraft } from '../decisions/verdict-draft.ts';
import type { VerdictHandle } from '../decisions/verdict-form.tsx';
import { Queue } from '../queue/queue.tsx';
import { toggleCase } from '../queue/selection.ts';
import { useDeskKeys } from './desk-keys.ts';
import { caseBeside, focusedCase, rowOf } from './next-case.ts';

interface CasesPartProps {
  caseId: string | undefined;
  onShowKeys: () => void;
}

/** The queue and a case: beside each other on wide windows, one after the other on phones. */
export function CasesPart({ caseId, onShowKeys }: CasesPartProps) {
  const isWide = useIsWide();
  const client = useQueryClient();
  const form = useRef<VerdictHandle>(null);
  useCaseKeys(caseId, form, onShowKeys);
  useCaseFocus(caseId);

  function decide(shown: ShownCase, choice: ActionChoice, draft: VerdictDraft): void {
    const next = caseBeside(client, shown.case._id, 1) ?? caseBeside(client, shown.case._id, -1);
    decideLater(client, shown, choice, draft);
    // Back leads to where the moderator came from, and not through what is decided.
    open(next, { replace: true });
  }

  const view = caseId && <CaseView key={caseId} caseId={caseId} form={form} onDecide={decide} />;
  if (!isWide) return view || <Queue openId={undefined} />;
  return (
    <div className="grid grid-cols-[minmax(0,23rem)_minmax(0,1fr)]">
      <section
        aria-label={words.queue}
        className="sticky top-[calc(var(--top-bar)+3.25rem)] h-[calc(100dvh-var(--offline-bar)-3.25rem)] overflow-y-auto border-e border-line"
      >
        <Queue openId={caseId} />
      </section>
      <div className="min-w-0">
        {view || <EmptyState drawing={<LookoutBird />} title={words.chooseACase} />}
      </div>
    </div>
  );
}

function open(caseId: string | undefined, options: NavigateOptions = {}): void {
  navigate(caseId ? paths.moderationCase(caseId) : paths.moderation, options);
}

/** The case that the location's state names gets the focus in the queue. */
interface BackState {
  from?: string;
}

/** Moves the focus to the title of an opened case, and back to its row in the queue. */
function useCaseFocus(caseId: string | undefined): void {
  const { state } = useLocation();
  const from = (state as BackState | null)?.from;
  const client = useQueryClient();
  const isLoaded = useQuery({ ...caseQuery(caseId ?? ''), enabled: false }).data !== undefined;
  useEffect(() => {
    if (caseId === undefined) {
      if (from !== undefined) rowOf(from)?.focus();
      return;
    }
    // A field that somebody uses keeps the focus while the case is read again.
    if (isLoaded) document.getElementById(CASE_TITLE)?.focus({ preventScroll: true });
  }, [caseId, from, isLoaded, client]);
}

/** The actions of the desk's keys on cases. */
function useCaseKeys(
  caseId: string | undefined,
  form: { current: VerdictHandle | null },
  onShowKeys: () => void,
): void {
  const client = useQueryClient();
  const { data } = useQuery({ ...caseQuery(caseId ?? ''), enabled: false });
  const { toggle: toggleAssigned } = useAssign(data?.case);

  /** Goes to the next row, or to the next case if the queue is not on the page. */
  function step(by: 1 | -1): void {
    const next = caseBeside(client, focusedCase() ?? caseId, by);
    if (next === undefined) return;
    const row = rowOf(next);
    if (row) row.focus();
    else open(next);
  }

  useDeskKeys((key) => {
    const focused = focusedCase();
    // A decision is about the case that is open, and never about another row.
    const isOnOther = focused !== undefined && focused !== caseId;
    const target = focused ?? caseId;
    switch (key) {
      case 'j':
        step(1);
        return true;
      case 'k':
        step(-1);
        return true;
      case 'x':
        if (target) toggleCase(target);
        return true;
      case 'u':
        return takeBackNewest();
      case '?':
        onShowKeys();
        return true;
      case 'Escape':
        if (caseId === undefined) return false;
        navigate(paths.moderation, { state: { from: caseId } satisfies BackState });
        return true;
      case 'm':
        form.current?.focusMessage();
        return form.current !== null;
      case 'a':
        if (!isOnOther) toggleAssigned();
        return true;
      default:
        return !isOnOther && (form.current?.decide(key) ?? false);
    }
  });
}
