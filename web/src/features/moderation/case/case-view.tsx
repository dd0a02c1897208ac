import * as words from '#words/moderation';
import type { ShownCase } from '@roost/contract/moderation';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import type { ActionChoice } from '../actions.ts';
import { useViewer } from '../../auth/viewer.ts';
import { useStore } from '../../../lib/store.ts';
import { Alert } from '../../../ui/states/alert.tsx';
import { delayedActs, isBeingDecided } from '../decisions/delayed-acts.ts';
import type { VerdictDraft } from '../decisions/verdict-draft.ts';
import { VerdictForm, type VerdictHandle } from '../decisions/verdict-form.tsx';
import { DeskError } from '../desk/desk-error.tsx';
import { Part } from '../desk/part.tsx';
import { Notes } from '../people/notes.tsx';
import { AlikePart } from './alike-part.tsx';
import { AuthorPart } from './author-part.tsx';
import { caseQuery } from './case.query.ts';
import { CaseHead } from './case-head.tsx';
import { CaseSkeleton } from './case-skeleton.tsx';
import { DecisionList } from './decision-list.tsx';
import { ReportList } from './report-list.tsx';
import { Signals } from './signals.tsx';
import { SubjectView } from './subject-view.tsx';

interface CaseViewProps {
  caseId: string;
  /** The keys of the desk act on the form. */
  form: Ref<VerdictHandle>;
  onDecide: (shown: ShownCase, choice: ActionChoice, draft: VerdictDraft) => void;
}

/** One case: what was reported, by whom and about whom, and the decision. */
export function CaseView({ caseId, form, onDecide }: CaseViewProps) {
  const { data: shown, error, refetch } = useQuery(caseQuery(caseId));
  if (!shown)
    return error ? (
      <DeskError
        error={error}
        otherwise={words.failedToLoadTheCase}
        onRetry={() => void refetch()}
      />
    ) : (
      <CaseSkeleton />
    );
  const { case: found, signals, asReported, now, history, reports, notes, decisions } = shown;
  return (
    <>
      <CaseHead found={found} isOnSite={now !== null && !isWithheld(decisions)} />
      <Signals signals={signals} />
      <div className="px-4 pb-5">
        <SubjectView asReported={asReported} now={now} />
      </div>
      <Part title={found.status === 'closed' ? words.decideAgain : words.decision}>
        <Verdict shown={shown} form={form} onDecide={onDecide} />
        {decisions.length > 0 && (
          <div className="mt-5">
            <h3 className="mb-2 text-meta font-semibold text-muted">{words.decisionsOfThisCase}</h3>
            <DecisionList decisions={decisions} />
          </div>
        )}
      </Part>
      <AlikePart caseId={caseId} />
      <ReportList reports={reports} count={found.reports} />
      <AuthorPart author={found.author} history={history} />
      {found.author && <Notes userId={found.author._id} notes={notes} />}
    </>
  );
}

/** Whether a decision keeps the subject from the site. Then the staff sees it only in the case. */
const isWithheld = (decisions: ShownCase['decisions']) =>
  decisions.some(
    ({ action, undoneAt }) => (action === 'hide' || action === 'remove') && undoneAt === null,
  );

/** The form, unless the viewer may not decide about this person. */
function Verdict({ shown, form, onDecide }: { shown: ShownCase } & Omit<CaseViewProps, 'caseId'>) {
  const viewer = useViewer();
  const acts = useStore(delayedActs);
  const { case: found, history } = shown;
  if (found.author?._id === viewer._id) return <Alert type="info">{words.itIsAboutYou}</Alert>;
  if (viewer.role !== 'admin' && history && history.role !== 'member')
    return <Alert type="info">{words.onlyAdminsDecideAboutStaff}</Alert>;
  if (isBeingDecided(acts, found._id))
    return <Alert type="info">{words.yourDecisionIsUnderWay}</Alert>;
  return (
    <VerdictForm
      draftId={found._id}
      type={found.subject.type}
      hasKeys={found.status !== 'closed'}
      ref={form}
      onDecide={(choice, draft) => onDecide(shown, choice, draft)}
    />
  );
}
