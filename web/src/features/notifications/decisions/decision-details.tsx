import * as words from '#words/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { briefTime } from '../../../lib/format/relative-time.ts';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { reasonLabels } from '../../auth/reason-labels.ts';
import { notificationKeys } from '../notification-keys.ts';
import { decisionsKey, type Decision } from './decisions.query.ts';

const AppealDialog = lazyPart(async () => (await import('./appeal-dialog.tsx')).AppealDialog);

/** Why the moderators decided so, until when it holds, and how to appeal. */
export function DecisionDetails({ decision }: { decision: Decision }) {
  const { reason, rule, until, message, canAppeal, isUndone } = decision;
  const [isAppealing, setAppealing] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const client = useQueryClient();
  return (
    <div className="mt-1 flex flex-col items-start gap-1 text-muted [overflow-wrap:anywhere]">
      {!isUndone && (
        <>
          {until !== null && <p>{words.decisionUntil({ date: briefTime(until) })}</p>}
          <p>{words.reasonIs({ reason: reasonLabels[reason] })}</p>
          {rule && <p dir="auto">{words.ruleIs({ rule: rule.text })}</p>}
        </>
      )}
      {message !== '' && (
        <p className="mt-1 self-stretch rounded-input bg-sunk px-3 py-2 whitespace-pre-wrap text-text">
          <span className="block text-meta text-muted">{words.moderatorsWrite}</span>
          <bdi>{message}</bdi>
        </p>
      )}
      {canAppeal && (
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          className="z-1 mt-2"
          onPointerEnter={AppealDialog.preload}
          onClick={() => {
            setOpened(true);
            setAppealing(true);
          }}
        >
          {words.appeal}
        </Button>
      )}
      <LazyOverlay open={isAppealing} onFailed={() => setAppealing(false)}>
        {wasOpened && (
          <AppealDialog
            decisionId={decision._id}
            open={isAppealing}
            onClose={(isSent) => {
              setAppealing(false);
              if (!isSent) return;
              // The button goes, because there is one appeal.
              void client.invalidateQueries({ queryKey: notificationKeys.lists });
              void client.invalidateQueries({ queryKey: decisionsKey });
            }}
          />
        )}
      </LazyOverlay>
    </div>
  );
}
