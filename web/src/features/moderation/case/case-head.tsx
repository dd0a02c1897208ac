import * as words from '#words/moderation';
import type { ModerationCase } from '@roost/contract/moderation';
import { ExternalLink } from 'lucide-react';
import { formatList } from '../../../lib/locale.ts';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Sentence } from '../../../ui/sentence.tsx';
import { reasonLabels } from '../../auth/reason-labels.ts';
import { useViewerId } from '../../auth/viewer.ts';
import { aboutCase } from './about-case.ts';
import { AssignButton } from './assign-button.tsx';

/** The title of a case has the focus when the case opens. */
export const CASE_TITLE = 'case-title';

interface CaseHeadProps {
  found: ModerationCase;
  /** The staff can open the subject on the site. */
  isOnSite: boolean;
}

/** The subject of a case, its number of reports, and its moderator. */
export function CaseHead({ found, isOnSite }: CaseHeadProps) {
  const { subject, author, reasons, reports, firstAt } = found;
  const link =
    subject.type === 'post'
      ? paths.post(subject._id)
      : subject.type === 'user' && author && paths.profile(author.username);
  return (
    <div className="flex flex-wrap items-start gap-3 px-4 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2
          id={CASE_TITLE}
          tabIndex={-1}
          className="rounded-xs text-title font-bold outline-none [overflow-wrap:anywhere]"
        >
          {aboutCase(found)}
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-2 text-meta text-muted">
          <span className="font-semibold text-text">{words.reportCount({ count: reports })}</span>
          <span>
            {formatList(
              reasons.map(({ reason, count }) =>
                words.labelWithCount({ label: reasonLabels[reason], count }),
              ),
            )}
          </span>
          <span>
            <Sentence
              parts={words.firstReported({ time: <RelativeTime key="time" iso={firstAt} /> })}
            />
          </span>
          {link && isOnSite && (
            <Link
              to={link}
              className="inline-flex items-center gap-1 rounded-xs text-accent-text hover:underline pointer-coarse:py-1"
            >
              {words.seeItOnTheSite}
              <ExternalLink size={14} />
            </Link>
          )}
        </p>
        <State found={found} />
      </div>
      <AssignButton found={found} />
    </div>
  );
}

/** Changes while somebody looks at it, so screen readers hear of it. */
function State({ found: { status, assignee } }: { found: ModerationCase }) {
  const isOwn = assignee?._id === useViewerId();
  return (
    <p role="status" className="mt-1 text-meta font-semibold text-accent-text">
      {status === 'closed' && words.isClosed}
      {status !== 'closed' && assignee && isOwn && words.youWorkOnIt}
      {status !== 'closed' && assignee && !isOwn && words.worksOnIt(assignee)}
    </p>
  );
}
