import * as words from '#words/users';
import { History, X } from 'lucide-react';
import { useState } from 'react';
import { Announcement } from '../../../ui/announcement.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';

interface ContinuePillProps {
  /** Goes to the position. The pill is busy until then. */
  onContinue: () => Promise<void>;
  onDismiss: () => void;
}

/** Offers to go to where the person stopped on another device. Nothing moves without a press. */
export function ContinuePill({ onContinue, onDismiss }: ContinuePillProps) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    // The pill disappears. Without this the focus would be lost.
    document.getElementById('content')?.focus({ preventScroll: true });
    setBusy(true);
    await onContinue().finally(() => setBusy(false));
  };
  return (
    // At the bottom of the column, because the top of the list is what the person reads. On phones it leaves room for the round button.
    <div className="pointer-events-none fixed bottom-[calc(var(--bottom-bar)+1rem)] z-30 flex w-[min(37.5rem,100vw)] justify-center max-md:justify-start max-md:ps-4">
      <div className="pointer-events-auto flex h-10 animate-appear items-center rounded-full border border-line bg-raised text-meta font-semibold shadow-float pointer-coarse:h-touch">
        <button
          type="button"
          aria-busy={isBusy || undefined}
          onClick={isBusy ? undefined : () => void press()}
          className="flex h-full items-center gap-2 rounded-s-full ps-3.5 pe-2 text-accent-text transition-colors hover:bg-hover"
        >
          {isBusy ? <Spinner className="size-4" /> : <History size={16} strokeWidth={2} />}
          {words.continueWhereYouStopped}
        </button>
        <button
          type="button"
          aria-label={words.stayHere}
          onClick={onDismiss}
          className="flex h-full items-center rounded-e-full ps-2 pe-3 text-muted transition-colors hover:bg-hover hover:text-text pointer-coarse:min-w-touch"
        >
          <X size={16} strokeWidth={2} />
        </button>
      </div>
      <Announcement>{words.continueWhereYouStopped}</Announcement>
    </div>
  );
}
