import { RotateCw } from 'lucide-react';
import { Spinner } from '../../../ui/spinner.tsx';
import type { AttachmentState as State } from './attachment.ts';

/** How far a file is, over its picture; nothing once it is there. */
export function AttachmentState({
  name,
  state,
  onRetry,
}: {
  name: string;
  state: State;
  onRetry: () => void;
}) {
  if (state.step === 'ready') return null;
  if (state.step === 'failed')
    return <Failed name={name} message={state.message} onRetry={state.canRetry && onRetry} />;
  // All sent, it is the server's turn.
  const isMoving = state.step === 'uploading' && state.progress < 1;
  return (
    <div className="absolute inset-0 flex items-center justify-center bg-picture-veil text-on-picture">
      {isMoving ? <Progress name={name} share={state.progress} /> : <Spinner className="size-8" />}
    </div>
  );
}

const ROUND = 2 * Math.PI * 15;

function Progress({ name, share }: { name: string; share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div
      role="progressbar"
      aria-label={`Uploading ${name}`}
      aria-valuenow={percent}
      className="flex flex-col items-center gap-1.5"
    >
      <svg
        viewBox="0 0 36 36"
        fill="none"
        strokeWidth="3"
        aria-hidden
        className="size-9 -rotate-90"
      >
        <circle cx="18" cy="18" r="15" stroke="currentColor" opacity="0.35" />
        <circle
          cx="18"
          cy="18"
          r="15"
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - Math.max(0.03, share))}
          className="transition-[stroke-dashoffset]"
        />
      </svg>
      <span className="nums text-meta font-medium">{percent} %</span>
    </div>
  );
}

function Failed({
  name,
  message,
  onRetry,
}: {
  name: string;
  message: string;
  onRetry: (() => void) | false;
}) {
  return (
    <div
      role="alert"
      className="absolute inset-0 flex flex-col items-center justify-end gap-2 overflow-y-auto bg-picture-label p-2.5 pt-12 text-center text-meta text-on-picture"
    >
      <p className="m-auto [overflow-wrap:anywhere]">{message}</p>
      {onRetry && (
        <button
          type="button"
          aria-label={`Try again to upload ${name}`}
          onClick={onRetry}
          className="inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full bg-on-picture px-3 font-semibold text-picture-ink pointer-coarse:h-11 focus-visible:outline-on-picture"
        >
          <RotateCw size={14} strokeWidth={2.25} aria-hidden />
          Try again
        </button>
      )}
    </div>
  );
}
