import { createReport, type ReportReason, type Subject } from '@roost/contract/moderation';
import { trimText } from '@roost/contract/text/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { userKeys } from '../user-keys.ts';

export interface ReportDetails {
  comment: string;
  /** Empty: no particular rule. */
  ruleId: string;
}

interface Sent {
  reason: ReportReason;
  details: ReportDetails;
  afterwards: () => void;
}

/** Sends a report. The server counts the same report once, so people can try again. */
export function useSendReport(subject: Subject) {
  const client = useQueryClient();
  const { mutate, isPending, isSuccess, error, variables } = useMutation({
    mutationFn: async ({ reason, details }: Sent) =>
      call(
        createReport,
        {
          body: {
            subject,
            reason,
            comment: trimText(details.comment),
            ...(details.ruleId !== '' && { ruleId: details.ruleId }),
          },
        },
        { quiet: true },
      ),
    onSuccess(_, { afterwards }) {
      void client.invalidateQueries({ queryKey: userKeys.reports });
      // Afterwards, because nobody can report a post that a block hides from them.
      afterwards();
    },
  });
  return {
    send: (reason: ReportReason, details: ReportDetails, afterwards: () => void) =>
      mutate({ reason, details, afterwards }),
    /** The reason of the report that is under way. */
    sending: isPending ? variables.reason : undefined,
    error: isPending ? undefined : (error ?? undefined),
    isSent: isSuccess,
  };
}
