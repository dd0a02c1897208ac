import * as words from '#words/users';
import type { OwnReport } from '@roost/contract/moderation';
import { BadgeCheck, CircleMinus, Clock } from 'lucide-react';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';
import { nameOf } from '../../../ui/name-of.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Sentence } from '../../../ui/sentence.tsx';
import { reasonLabels } from '../../auth/reason-labels.ts';

const outcomes = {
  open: {
    Icon: Clock,
    label: words.reportWaits,
    about: words.reportWaitsExplained,
    colour: 'text-muted',
  },
  acted: {
    Icon: BadgeCheck,
    label: words.reportActed,
    about: words.reportActedExplained,
    colour: 'text-success-text',
  },
  dismissed: {
    Icon: CircleMinus,
    label: words.reportDismissed,
    about: words.reportDismissedExplained,
    colour: 'text-muted',
  },
};

const subjects = { post: words.postOf, message: words.messageOf, user: words.profileOf };

/** One report of the viewer: what, why, and its outcome. `rule` is the text of its rule, while the site has it. */
export function OwnReportRow({ report, rule }: { report: OwnReport; rule: string | undefined }) {
  const { subject, person, reason, comment, createdAt, outcome, hasPost } = report;
  const { Icon, label, about, colour } = outcomes[outcome ?? 'open'];
  return (
    <li className="border-b border-line px-4 py-4 [overflow-wrap:anywhere]">
      <p className="font-semibold">
        <Sentence parts={subjects[subject.type]({ person: <Reported person={person} /> })} />
        <span className="font-normal text-muted">
          {' '}
          · <RelativeTime iso={createdAt} />
        </span>
      </p>
      <p className="mt-0.5 text-muted">{reasonLabels[reason]}</p>
      {rule !== undefined && (
        <p dir="auto" className="mt-0.5 text-meta text-muted">
          {words.ruleIs({ rule })}
        </p>
      )}
      {comment !== '' && (
        <p className="mt-2 rounded-input bg-sunk px-3 py-2 text-meta whitespace-pre-wrap">
          <span className="sr-only">{words.yourComment} </span>
          <bdi>{comment}</bdi>
        </p>
      )}
      <div className="mt-3 flex items-start gap-2.5">
        <Icon className={`mt-px shrink-0 ${colour}`} />
        <p className="min-w-0 flex-1">
          <strong className="font-medium">{label}</strong>
          <span className="block text-meta text-muted">{about}</span>
        </p>
        {hasPost && (
          <Link
            to={paths.post(subject._id)}
            className="shrink-0 rounded-xs py-0.5 text-meta font-semibold text-accent-text hover:underline pointer-coarse:py-3"
          >
            {words.showThePost}
          </Link>
        )}
      </div>
    </li>
  );
}

function Reported({ person }: Pick<OwnReport, 'person'>) {
  if (!person) return words.somebodyGone;
  return (
    <Link to={paths.profile(person.username)} className="rounded-xs hover:underline">
      <bdi>{nameOf(person)}</bdi>
    </Link>
  );
}
