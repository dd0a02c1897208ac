import * as words from '#words/moderation';
import type { Appeal } from '@roost/contract/moderation';
import { useStore } from '../../../lib/store.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { DecisionLine } from '../case/decision-list.tsx';
import { delayedActs, isBeingDecided } from '../decisions/delayed-acts.ts';
import { PersonName } from '../person-name.tsx';
import { AppealForm } from './appeal-form.tsx';

/** One appeal: the decision, what its author says, and the outcome or a form for it. */
export function AppealRow({ appeal }: { appeal: Appeal }) {
  const { decision, author, text, createdAt } = appeal;
  return (
    <li className="border-b border-line px-4 py-4">
      <p className="flex flex-wrap gap-x-2 text-meta text-muted">
        <PersonName person={author} />
        <RelativeTime iso={createdAt} />
      </p>
      <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </p>
      <div className="mt-3 rounded-card bg-sunk px-4 py-3">
        <h3 className="mb-1 text-meta font-semibold text-muted">{words.againstThisDecision}</h3>
        <DecisionLine decision={decision} hasCase />
      </div>
      <div className="mt-3">
        <Outcome appeal={appeal} />
      </div>
    </li>
  );
}

function Outcome({ appeal }: { appeal: Appeal }) {
  const acts = useStore(delayedActs);
  const { upheld, decidedAt, moderator, message, note, canDecide } = appeal;
  if (decidedAt !== null)
    return (
      <>
        <p className="flex flex-wrap gap-x-2 text-meta text-muted">
          <strong className="text-text">
            {upheld ? words.theDecisionStands : words.theDecisionWasUndone}
          </strong>
          <PersonName person={moderator} />
          <RelativeTime iso={decidedAt} />
        </p>
        {message !== '' && (
          <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {words.messageToTheAuthor({ text: message })}
          </p>
        )}
        {note !== '' && (
          <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {words.noteForTheStaff({ text: note })}
          </p>
        )}
      </>
    );
  if (!canDecide) return <p className="text-meta text-muted">{words.somebodyElseDecidesThis}</p>;
  if (isBeingDecided(acts, appeal._id))
    return <p className="text-meta text-accent-text">{words.yourDecisionIsUnderWay}</p>;
  return <AppealForm appeal={appeal} />;
}
