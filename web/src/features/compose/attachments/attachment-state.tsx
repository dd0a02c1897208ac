import * as words from '#words/compose';
import { RotateCw } from 'lucide-react';
import { Spinner } from '../../../ui/states/spinner.tsx';
import type { AttachmentState as State } from './attachment.ts';
import { UploadRing } from '../../media/upload/upload-ring.tsx';

/** The progress or the failure of an upload, over its picture. Nothing once it is uploaded. */
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
  // After all bytes are sent, the server works, and the progress has no number.
  const isMoving = state.step === 'uploading' && state.progress < 1;
  return (
    <div className="absolute inset-0 flex items-center justify-center bg-picture-veil text-on-picture">
      {isMoving ? (
        <UploadRing label={words.uploadingFile({ name })} share={state.progress} />
      ) : (
        <Spinner className="size-8" />
      )}
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
          aria-label={words.tryAgainToUpload({ name })}
          onClick={onRetry}
          className="inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full bg-on-picture px-3 font-semibold text-picture-ink pointer-coarse:h-touch focus-visible:outline-on-picture"
        >
          <RotateCw size={14} strokeWidth={2.25} />
          {words.tryAgain}
        </button>
      )}
    </div>
  );
}
