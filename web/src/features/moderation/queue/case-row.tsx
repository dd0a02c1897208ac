import * as words from '#words/moderation';
import type { ModerationCase } from '@roost/contract/moderation';
import { clsx } from 'clsx';
import { memo } from 'react';
import { formatList } from '../../../lib/locale.ts';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { reasonLabels } from '../../auth/reason-labels.ts';
import { aboutCase } from '../case/about-case.ts';
import { signalLabels } from '../labels.ts';
import { toggleCase } from './selection.ts';

interface CaseRowProps {
  each: ModerationCase;
  isOpen: boolean;
  isSelected: boolean;
  /** A decision about it waits, or is on its way. */
  isBeingDecided: boolean;
}

/** One case: who, what and why, and a checkbox to decide it with others. */
export const CaseRow = memo(function CaseRow(props: CaseRowProps) {
  const { each, isOpen, isSelected, isBeingDecided } = props;
  const { _id, preview, reasons, signals, lastAt, media } = each;
  const about = aboutCase(each);
  return (
    <li
      className={clsx(
        'relative flex border-b border-line transition-colors hover:bg-hover',
        isOpen && 'bg-accent-soft',
        isBeingDecided && 'bg-sunk',
      )}
    >
      <label className="relative z-1 flex w-11 shrink-0 justify-center pt-3.5">
        <input
          type="checkbox"
          checked={isSelected}
          disabled={isBeingDecided}
          aria-label={words.selectCase({ about })}
          onChange={() => toggleCase(_id)}
          className="size-4.5 accent-accent"
        />
      </label>
      <div className="min-w-0 flex-1 py-3 pe-4">
        <p className="flex min-w-0 items-baseline gap-x-2">
          <Link
            to={paths.moderationCase(_id)}
            data-case={_id}
            aria-current={isOpen ? 'true' : undefined}
            className="truncate rounded-xs text-name font-semibold before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-2 focus-visible:before:-outline-offset-2 focus-visible:before:outline-accent-text"
          >
            {about}
          </Link>
          <RelativeTime iso={lastAt} className="ms-auto shrink-0 text-meta text-muted" />
        </p>
        {preview !== '' && (
          <p dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
            {preview}
          </p>
        )}
        <p className="flex flex-wrap gap-x-2 text-meta text-muted">
          <span className="font-semibold text-text">
            {words.reportCount({ count: each.reports })}
          </span>
          <span>{formatList(reasons.map(({ reason }) => reasonLabels[reason]))}</span>
          {signals.map((signal) => (
            <span key={signal} className="text-warning-text">
              {signalLabels[signal]}
            </span>
          ))}
          {media > 0 && <span>{words.mediaCount({ count: media })}</span>}
          <State each={each} isBeingDecided={isBeingDecided} />
        </p>
      </div>
    </li>
  );
});

function State({ each, isBeingDecided }: Pick<CaseRowProps, 'each' | 'isBeingDecided'>) {
  if (isBeingDecided) return <span className="text-accent-text">{words.isBeingDecided}</span>;
  if (each.status === 'closed') return <span>{words.closed}</span>;
  if (!each.assignee) return null;
  return (
    <span className="max-w-full truncate text-accent-text">
      {words.assignedTo({ username: each.assignee.username })}
    </span>
  );
}
