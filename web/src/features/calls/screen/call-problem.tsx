import * as words from '#words/calls';
import { TriangleAlert, X } from 'lucide-react';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import type { CallSession } from '../session/call-session.ts';

interface CallProblemProps {
  session: CallSession;
  alert: string | undefined;
  problem: string | undefined;
}

/** Short alerts, and problems with a device. */
export function CallProblem({ session, alert, problem }: CallProblemProps) {
  return (
    <div className="pointer-events-none absolute inset-x-3 top-[calc(4.25rem+env(safe-area-inset-top))] z-20 flex flex-col items-center gap-2">
      <p role="status" className={alert ? card : 'sr-only'}>
        {alert}
      </p>
      {problem && (
        <div role="alert" className={`${card} pointer-events-auto flex max-w-md items-start gap-3`}>
          <TriangleAlert className="text-warning-text" />
          <div className="min-w-0">
            <p className="whitespace-pre-line">{problem}</p>
            <Button
              variant="secondary"
              size="sm"
              className="mt-2"
              onClick={() => void session.own.retry()}
            >
              {words.tryAgain}
            </Button>
          </div>
          <IconButton
            label={words.close}
            className="-mt-1.5 -me-2"
            onClick={() => session.own.dismissProblem()}
          >
            <X size={18} />
          </IconButton>
        </div>
      )}
    </div>
  );
}

const card = 'animate-appear rounded-card bg-raised px-4 py-3 text-name shadow-float';
