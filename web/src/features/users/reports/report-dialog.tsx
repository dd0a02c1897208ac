import * as words from '#words/users';
import type { ReportReason } from '@roost/contract/moderation';
import { useEffect, useState } from 'react';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useViewer } from '../../auth/viewer.ts';
import { useMute } from '../mutes/mute.ts';
import { useBlock } from '../relations/block.ts';
import { DetailedReport, isTooLong, type ReportDraft } from './detailed-report.tsx';
import { QuickReport } from './quick-report.tsx';
import type { ReportRequest } from './report-request.ts';
import { ReportSent } from './report-sent.tsx';
import { ReportProblem } from './report-problem.tsx';
import { SideMeasures, type Measures } from './side-measures.tsx';
import { useSendReport } from './send-report.ts';

interface ReportDialogProps {
  request: ReportRequest;
  open: boolean;
  onClose: () => void;
}

/** Reports something to the moderators. The quick way is one press on a reason. */
export function ReportDialog({ request, open, onClose }: ReportDialogProps) {
  const [hasText, setHasText] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={titleOf(request)}
      // The dialog itself only knows of text in the fields that it shows.
      isChanged={hasText}
    >
      <Report request={request} onClose={onClose} onHasText={setHasText} />
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

interface ReportProps extends Pick<ReportDialogProps, 'request' | 'onClose'> {
  /** Tells whether there is a comment that would be lost. */
  onHasText: (hasText: boolean) => void;
}

function Report({ request, onClose, onHasText }: ReportProps) {
  const { subject, person } = request;
  const [step, setStep] = useState<'quick' | 'detailed' | 'quickAgain'>('quick');
  const [draft, setDraft] = useState<ReportDraft>({ reason: undefined, ruleId: '', comment: '' });
  const isDetailed = step === 'detailed';
  const hasDetails = draft.ruleId !== '' || draft.comment !== '';
  const isBlocked = useViewer().blockedUsers.includes(person._id);
  const [measures, setMeasures] = useState<Measures>({ mute: false, block: false });
  const block = useBlock();
  const mute = useMute();
  const take = (wanted: Measures) => {
    if (wanted.mute) void mute(person, { reposts: false });
    if (wanted.block) block(person._id, false);
  };
  const { send, sending, error, isSent } = useSendReport(subject);
  const report = (reason: ReportReason) => {
    // The counter in the longer way says why it cannot be sent.
    if (isTooLong(draft)) setStep('detailed');
    else send(reason, draft, () => take(measures));
  };
  const hasText = draft.comment !== '' && !isSent;
  useEffect(() => {
    onHasText(hasText);
    return () => onHasText(false);
  }, [hasText, onHasText]);

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
        <DetailedReport
          draft={draft}
          onChange={(change) => setDraft({ ...draft, ...change })}
          isSending={sending !== undefined}
          onSend={report}
          onBack={() => setStep('quickAgain')}
        >
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
        <div>
          {hasDetails && <p className="text-meta text-muted">{words.detailsGoWithIt}</p>}
          <button
            type="button"
            // Back leads to where the person came from.
            autoFocus={step === 'quickAgain'}
            className="rounded-xs py-2 font-semibold text-accent-text hover:underline pointer-coarse:min-h-touch"
            onClick={() => setStep('detailed')}
          >
            {hasDetails ? words.changeDetails : words.addDetails}
          </button>
        </div>
      )}
    </div>
  );
}
