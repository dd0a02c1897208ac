import * as words from '#words/users';
import type { ReportReason } from '@roost/contract/moderation';
import { useState } from 'react';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useViewer } from '../../auth/viewer.ts';
import { useMute } from '../mutes/mute.ts';
import { useBlock } from '../relations/block.ts';
import { DetailedReport } from './detailed-report.tsx';
import { QuickReport } from './quick-report.tsx';
import type { ReportRequest } from './report-request.ts';
import { ReportSent } from './report-sent.tsx';
import { ReportProblem } from './report-problem.tsx';
import { SideMeasures, type Measures } from './side-measures.tsx';
import { useSendReport, type ReportDetails } from './send-report.ts';

interface ReportDialogProps {
  request: ReportRequest;
  open: boolean;
  onClose: () => void;
}

/** Reports something to the moderators. The quick way is one press on a reason. */
export function ReportDialog({ request, open, onClose }: ReportDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()} title={titleOf(request)}>
      <Report request={request} onClose={onClose} />
    </Dialog>
  );
}

function titleOf({ subject, isCall }: ReportRequest): string {
  if (isCall) return words.reportCall;
  return {
    post: words.reportPost,
    message: words.reportMessage,
    user: words.reportProfile,
  }[subject.type];
}

function Report({ request, onClose }: Pick<ReportDialogProps, 'request' | 'onClose'>) {
  const { subject, person } = request;
  const [isDetailed, setDetailed] = useState(false);
  const isBlocked = useViewer().blockedUsers.includes(person._id);
  const [measures, setMeasures] = useState<Measures>({ mute: false, block: false });
  const block = useBlock();
  const mute = useMute();
  const take = (wanted: Measures) => {
    if (wanted.mute) void mute(person, { reposts: false });
    if (wanted.block) block(person._id, false);
  };
  const { send, sending, error, isSent } = useSendReport(subject);
  const report = (reason: ReportReason, details?: ReportDetails) =>
    send(reason, details, () => take(measures));

  if (isSent)
    return (
      <ReportSent
        person={person}
        taken={{ mute: measures.mute, block: measures.block || isBlocked }}
        onTake={(measure) => {
          setMeasures({ ...measures, [measure]: true });
          take({ mute: false, block: false, [measure]: true });
        }}
        onClose={onClose}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      {isDetailed ? (
        <DetailedReport isSending={sending !== undefined} onSend={report}>
          <SideMeasures {...{ person, isBlocked, measures }} onChange={setMeasures} />
        </DetailedReport>
      ) : (
        <>
          <QuickReport sending={sending} onSend={report} />
          <SideMeasures {...{ person, isBlocked, measures }} onChange={setMeasures} />
        </>
      )}
      {error !== undefined && <ReportProblem error={error} onClose={onClose} />}
      {!isDetailed && (
        <button
          type="button"
          className="self-start rounded-xs py-2 font-semibold text-accent-text hover:underline pointer-coarse:min-h-11"
          onClick={() => setDetailed(true)}
        >
          {words.addRuleOrComment}
        </button>
      )}
    </div>
  );
}
