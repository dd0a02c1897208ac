import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { FADE_OUT_MS } from '../lib/constants.ts';
import { currentToasts, dismissToast, subscribeToToasts, type Toast } from './toasts.ts';

export { toast } from './toasts.ts';

const icons = {
  success: <CircleCheck size={20} strokeWidth={1.75} aria-hidden className="text-success-text" />,
  error: <CircleAlert size={20} strokeWidth={1.75} aria-hidden className="text-danger-text" />,
  warning: <TriangleAlert size={20} strokeWidth={1.75} aria-hidden className="text-warning-text" />,
  info: <Info size={20} strokeWidth={1.75} aria-hidden className="text-accent-text" />,
};

/**
 * The place toasts appear in: bottom right, above the bottom bar on phones and where one writes in a chat. Rendered once, for good, so that it is
 * heard, and at the end of the body, so that no dialog covers it. What is `data-keeps-foot` has there what must be pressed in time: on phones
 * they are then at the top.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  return createPortal(
    <section
      aria-label="Notices"
      aria-live="polite"
      aria-relevant="additions"
      data-toaster
      className="pointer-events-none fixed right-0 bottom-[max(var(--bottom-bar),var(--chat-foot))] z-60 flex w-full flex-col items-end gap-2 p-4 pb-safe max-md:[html:has([data-keeps-foot])_&]:top-0 max-md:[html:has([data-keeps-foot])_&]:bottom-auto max-md:[html:has([data-keeps-foot])_&]:pt-safe md:w-100 md:p-6"
    >
      {toasts.map((toast) => (
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
    // Someone reading it with the pointer or the keyboard on it keeps it.
    if (resting) return undefined;
    const timer = setTimeout(() => setLeaving(true), toast.duration);
    return () => clearTimeout(timer);
  }, [leaving, resting, toast]);

  return (
    <div
      // One that was there before it, and has not been moved since, reads nothing.
      onPointerMove={({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) setResting(true);
      }}
      onPointerLeave={() => setResting(false)}
      onFocus={() => setResting(true)}
      onBlur={() => setResting(false)}
      className={clsx(
        'pointer-events-auto flex w-full animate-appear items-start gap-3 rounded-card bg-raised py-2 pr-2 pl-4 shadow-float transition-opacity duration-(--out)',
        leaving && 'opacity-0',
      )}
    >
      <span className="py-2">{icons[toast.type]}</span>
      <p className="min-w-0 flex-1 py-2 text-name [overflow-wrap:anywhere]">{toast.message}</p>
      <button
        type="button"
        aria-label="Close"
        onClick={() => setLeaving(true)}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
      >
        <X size={18} strokeWidth={1.75} />
      </button>
    </div>
  );
}
