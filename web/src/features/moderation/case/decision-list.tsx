import * as words from '#words/moderation';
import type { Decision } from '@roost/contract/moderation';
import { briefTime } from '../../../lib/format/relative-time.ts';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { reasonLabels } from '../../auth/reason-labels.ts';
import { outcomeLabels, typeLabels, undoneLabels } from '../labels.ts';
import { PersonName } from '../person-name.tsx';

/** Decisions, the newest first. `hasCases` adds links to their cases. */
export function DecisionList({
  decisions,
  hasCases = false,
}: {
  decisions: readonly Decision[];
  hasCases?: boolean;
}) {
  if (decisions.length === 0) return <p className="text-meta text-muted">{words.noDecisions}</p>;
  return (
    <ul className="flex flex-col gap-4">
      {decisions.map((decision) => (
        <li key={decision._id}>
          <DecisionLine decision={decision} hasCase={hasCases} />
        </li>
      ))}
    </ul>
  );
}

/** One decision: what, why, by whom, and what was said. */
export function DecisionLine({ decision, hasCase }: { decision: Decision; hasCase: boolean }) {
  const { action, reason, until, moderator, createdAt, undoneAt, undoneBy } = decision;
  const { subject, caseId, rule, message, note } = decision;
  return (
    <>
      <p className="flex flex-wrap gap-x-2 text-meta text-muted">
        <strong className={undoneAt ? 'line-through' : 'text-text'}>{outcomeLabels[action]}</strong>
        <span>{reasonLabels[reason]}</span>
        {until && <span>{words.until({ time: briefTime(until) })}</span>}
        {moderator ? <PersonName person={moderator} /> : <span>{words.theOperator}</span>}
        <RelativeTime iso={createdAt} />
        {hasCase && (
          <Link
            to={paths.moderationCase(caseId)}
            className="rounded-xs text-accent-text hover:underline pointer-coarse:py-1"
          >
            {words.caseAboutType({ type: typeLabels[subject.type] })}
          </Link>
        )}
      </p>
      {undoneBy && <p className="text-meta text-muted">{undoneLabels[undoneBy]}</p>}
      {rule && <Said text={words.rule({ text: rule.text })} />}
      {message !== '' && <Said text={words.messageToTheAuthor({ text: message })} />}
      {note !== '' && <Said text={words.noteForTheStaff({ text: note })} />}
    </>
  );
}

function Said({ text }: { text: string }) {
  return (
    <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
      {text}
    </p>
  );
}
