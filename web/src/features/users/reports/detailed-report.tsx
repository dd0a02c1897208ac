import * as words from '#words/users';
import { moderationLimits } from '@roost/contract/limits';
import type { ReportReason } from '@roost/contract/moderation';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { TextAreaField } from '../../../ui/controls/text-area-field.tsx';
import { reasonOptions } from '../../auth/reason-labels.ts';
import { siteQuery } from '../../auth/site.query.ts';
import { RadioList } from './choices.tsx';
import type { ReportDetails } from './send-report.ts';

interface DetailedReportProps {
  isSending: boolean;
  onSend: (reason: ReportReason, details: ReportDetails) => void;
  /** Above the button. */
  children: ReactNode;
}

/** The longer way: a reason, a rule of the site, and a comment. */
export function DetailedReport({ isSending, onSend, children }: DetailedReportProps) {
  const [reason, setReason] = useState<ReportReason>();
  const [ruleId, setRuleId] = useState('');
  const [comment, setComment] = useState('');
  // Without an answer there are only the reasons.
  const { data: site } = useQuery(siteQuery);
  const rules = site?.rules ?? [];
  const used = lengthOf(trimText(comment));
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason && !isSending) onSend(reason, { comment, ruleId: ruleId || undefined });
      }}
    >
      <RadioList
        label={words.whatIsWrong}
        options={reasonOptions}
        value={reason}
        onChange={setReason}
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
          onChange={setRuleId}
        />
      )}
      <TextAreaField
        label={words.reportComment}
        rows={3}
        value={comment}
        onChange={setComment}
        count={{ used, max: moderationLimits.comment }}
      />
      {children}
      <Button
        type="submit"
        size="lg"
        busy={isSending}
        disabled={reason === undefined || used > moderationLimits.comment}
      >
        {words.sendReport}
      </Button>
    </form>
  );
}
