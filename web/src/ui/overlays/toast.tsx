import * as words from '#words/ui';
import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { FADE_OUT_MS } from '../fade-out.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../controls/button.tsx';
import { dismissToast, toasts, type Toast } from './toasts.ts';

export { toast } from './toasts.ts';

const icons = {
  success: <CircleCheck className="text-success-text" />,
  error: <CircleAlert className="text-danger-text" />,
  warning: <TriangleAlert className="text-warning-text" />,
  info: <Info className="text-accent-text" />,
};

/**
 * The region of the toasts: bottom right, above the bottom bar of phones and above a chat's composer. It is always
 * mounted, so screen readers announce it. It is at the end of the body, so no dialog covers it. While an element with
 * `data-keeps-foot` has urgent buttons at the bottom, phones show the toasts at the top.
 */
export function Toaster() {
  const shown = useStore(toasts);
  return createPortal(
    <section
      aria-label={words.notices}
      aria-live="polite"
      aria-relevant="additions"
      data-toaster
      className="pointer-events-none fixed end-0 bottom-[max(var(--bottom-bar),var(--chat-foot))] z-60 flex w-full flex-col items-end gap-2 p-4 pb-safe max-md:[html:has([data-keeps-foot])_&]:top-0 max-md:[html:has([data-keeps-foot])_&]:bottom-auto max-md:[html:has([data-keeps-foot])_&]:pt-safe md:w-100 md:p-6"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>,
    document.body,
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [resting, setResting] = useState(false);
  const [leaving, setLeaving] = useState(false);

  useEffect(() => {
    if (leaving) {
      const timer = setTimeout(() => dismissToast(toast.id), FADE_OUT_MS);
      return () => clearTimeout(timer);
    }
    // It stays while the pointer or the focus is on it.
    if (resting) return undefined;
    const timer = setTimeout(() => setLeaving(true), toast.duration);
    return () => clearTimeout(timer);
  }, [leaving, resting, toast]);

  return (
    <div
      // A pointer that was already there and has not moved does not count.
      onPointerMove={({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) setResting(true);
      }}
      onPointerLeave={() => setResting(false)}
      onFocus={() => setResting(true)}
      onBlur={() => setResting(false)}
      className={clsx(
        'pointer-events-auto flex w-full animate-appear items-start gap-3 rounded-card bg-raised py-2 pe-2 ps-4 shadow-float transition-opacity duration-(--out)',
        leaving && 'opacity-0',
      )}
    >
      <span className="py-2">{icons[toast.type]}</span>
      <p className="min-w-0 flex-1 py-2 text-name [overflow-wrap:anywhere]">{toast.message}</p>
      {toast.again && (
        <Button
          size="sm"
          variant="secondary"
          onClick={() => {
            dismissToast(toast.id);
            toast.again?.();
          }}
        >
          {words.tryAgain}
        </Button>
      )}
      <button
        type="button"
        aria-label={words.close}
        onClick={() => setLeaving(true)}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
      >
        <X size={18} />
      </button>
    </div>
  );
}
