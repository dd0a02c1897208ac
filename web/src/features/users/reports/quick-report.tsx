import * as words from '#words/users';
import type { ReportReason } from '@roost/contract/moderation';
import { ArrowRight } from 'lucide-react';
import { Announcement } from '../../../ui/announcement.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { reasonOptions } from '../../auth/reason-labels.ts';

interface QuickReportProps {
  /** The reason of the report that is under way. */
  sending: ReportReason | undefined;
  onSend: (reason: ReportReason) => void;
}

/** The reasons as buttons. A press sends the report. */
export function QuickReport({ sending, onSend }: QuickReportProps) {
  return (
    <>
      <p className="text-muted">{words.chooseWhatIsWrong}</p>
      <ul aria-label={words.whatIsWrong} className="divide-y divide-line border-y border-line">
        {reasonOptions.map(({ value: reason, label }) => (
          <li key={reason}>
            <button
              type="button"
              aria-disabled={sending !== undefined || undefined}
              aria-busy={sending === reason || undefined}
              onClick={() => sending === undefined && onSend(reason)}
              className="flex min-h-11 w-full items-center gap-3 px-2 text-start font-medium transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-disabled:opacity-60"
            >
              <span className="min-w-0 flex-1">{label}</span>
              {sending === reason ? <Spinner /> : <ArrowRight size={18} className="text-muted" />}
            </button>
          </li>
        ))}
      </ul>
      <Announcement>{sending !== undefined && words.sendingReport}</Announcement>
    </>
  );
}
