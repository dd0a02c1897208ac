import * as words from '#words/users';
import { moderationLimits } from '@roost/contract/limits';
import type { ReportReason } from '@roost/contract/moderation';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { TextAreaField } from '../../../ui/controls/text-area-field.tsx';
import { reasonOptions } from '../../auth/reason-labels.ts';
import { siteQuery } from '../../auth/site.query.ts';
import { RadioList } from './choices.tsx';
import type { ReportDetails } from './send-report.ts';

interface DetailedReportProps {
  draft: ReportDraft;
  onChange: (change: Partial<ReportDraft>) => void;
  isSending: boolean;
  onSend: (reason: ReportReason) => void;
  onBack: () => void;
  /** Above the buttons. */
  children: ReactNode;
}

/** The choices and the comment of a report. They stay while the person goes back to the quick way. */
export interface ReportDraft extends ReportDetails {
  reason: ReportReason | undefined;
}

export const isTooLong = ({ comment }: ReportDetails): boolean =>
  lengthOf(trimText(comment)) > moderationLimits.comment;

/** The longer way: a reason, a rule of the site, and a comment. */
export function DetailedReport(props: DetailedReportProps) {
  const { draft, onChange, isSending, onSend, onBack, children } = props;
  const { reason, ruleId, comment } = draft;
  // Without an answer there are only the reasons.
  const { data: site } = useQuery(siteQuery);
  const rules = site?.rules ?? [];
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason && !isSending && !isTooLong(draft)) onSend(reason);
      }}
    >
      <RadioList
        label={words.whatIsWrong}
        options={reasonOptions}
        value={reason}
        onChange={(next) => onChange({ reason: next })}
        isFocused
      />
      {rules.length > 0 && (
        <RadioList
          label={words.whichRule}
          options={[
            { value: '', label: words.noParticularRule },
            ...rules.map(({ _id, text }) => ({ value: _id, label: text })),
          ]}
          value={ruleId}
          onChange={(next) => onChange({ ruleId: next })}
        />
      )}
      <TextAreaField
        label={words.reportComment}
        rows={3}
        value={comment}
        onChange={(next) => onChange({ comment: next })}
        count={{ used: lengthOf(trimText(comment)), max: moderationLimits.comment }}
      />
      {children}
      <div className="flex gap-3">
        <Button
          variant="secondary"
          size="lg"
          icon={<ArrowLeft size={18} />}
          disabled={isSending}
          onClick={onBack}
        >
          {words.back}
        </Button>
        <Button
          type="submit"
          size="lg"
          className="flex-1"
          busy={isSending}
          disabled={reason === undefined || isTooLong(draft)}
        >
          {words.sendReport}
        </Button>
      </div>
    </form>
  );
}
