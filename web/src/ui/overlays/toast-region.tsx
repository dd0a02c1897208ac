import * as words from '#words/ui';
import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ComponentProps, type ReactNode } from 'react';
import { onLogout } from '../../lib/logout.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../controls/button.tsx';
import { MAX_TOASTS, waitingToasts } from './toasts.ts';

/** Screen readers announce only what is added to a region that they already know. */
const KNOWN_AFTER_MS = 100;

const icons: Record<string, ReactNode> = {
  success: <CircleCheck className="text-success-text" />,
  error: <CircleAlert className="text-danger-text" />,
  warning: <TriangleAlert className="text-warning-text" />,
  info: <Info className="text-accent-text" />,
};

const labels = { retry: words.tryAgain, undo: words.undo, reload: words.reload };

/**
 * The region of the toasts: bottom right, above the bottom bar of phones and above a chat's composer. It is always
 * mounted, so screen readers announce it. While a dialog is open, or an element with `data-keeps-foot` has urgent buttons at the
 * bottom, phones show the toasts at the top.
 */
export function ToastRegion() {
  return (
    <Toast.Provider limit={MAX_TOASTS}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={words.notices}
          data-toaster
          onMouseEnter={ignoreStillPointer}
          onMouseMove={ignoreStillPointer}
          className="pointer-events-none fixed end-0 bottom-[max(var(--bottom-bar),var(--chat-foot))] z-60 flex w-full flex-col items-end gap-2 p-4 max-md:[html:has([data-keeps-foot],[role$=dialog])_&]:top-0 max-md:[html:has([data-keeps-foot],[role$=dialog])_&]:bottom-auto max-md:[html:has([data-keeps-foot],[role$=dialog])_&]:pt-[max(--spacing(4),env(safe-area-inset-top))] md:w-100 md:p-6 md:[html:has([data-viewer])_&]:bottom-12"
        >
          <ToastCards />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastCards() {
  const toasts = useToasts();
  // Base UI's order begins with the newest toast, which we show at the bottom.
  return toasts.toReversed().map((toast) => <ToastCard key={toast.id} toast={toast} />);
}

/** Moves the waiting toasts into Base UI, one in each render, because each depends on those already open. */
function useToasts(): Toast.Root.ToastObject[] {
  const { toasts, add, close } = Toast.useToastManager();
  const open = toasts.filter(isOpen);
  const waiting = useStore(waitingToasts);
  const isKnown = useIsKnown();

  useEffect(() => {
    if (!isKnown) return;
    const [next, ...others] = waitingToasts.get();
    if (!next) return;
    waitingToasts.set(others);
    const { type, message, duration, action } = next;
    if (action?.ended?.aborted) return;
    const same = open.filter((toast) => toast.title === message && toast.type === type);
    // A toast with a button already says it.
    if (!action && same.some((toast) => toast.actionProps)) return;
    // Equal failures share one toast, and each new one restarts its time. Each button stays.
    const shared = same.find((toast) => !toast.actionProps);
    const oldest = open.at(-1);
    if (!shared && oldest && open.length >= MAX_TOASTS) closeKeepingFocus(close, oldest.id);
    const id = add({
      id: shared?.id,
      type,
      title: message,
      timeout: duration,
      actionProps: action && { children: labels[action.kind], onClick: action.run },
    });
    action?.ended?.addEventListener('abort', () => closeKeepingFocus(close, id));
  }, [add, close, isKnown, open, waiting]);

  // The next person must not repeat or take back an action of this one.
  const closeActions = useEffectEvent(() => {
    for (const { id, actionProps } of open) if (actionProps) closeKeepingFocus(close, id);
  });
  useEffect(() => onLogout(() => closeActions()), []);
  return toasts;
}

/** Closes a toast. Base UI would also move the focus out of another toast. */
function closeKeepingFocus(close: (id: string) => void, id: string): void {
  const focused = document.activeElement;
  const isInOther = focused?.closest(`[data-toast]:not([data-toast="${id}"])`);
  close(id);
  if (isInOther && focused instanceof HTMLElement) focused.focus();
}

/** Toasts from before the region wait until screen readers know it. */
function useIsKnown(): boolean {
  const [isKnown, setKnown] = useState(() => waitingToasts.get().length === 0);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), KNOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isKnown;
}

function ToastCard({ toast }: { toast: Toast.Root.ToastObject }) {
  const { close } = Toast.useToastManager();
  return (
    <Toast.Root
      toast={toast}
      // It holds at most a text and two buttons, so it is no dialog.
      role="group"
      data-toast={toast.id}
      aria-modal={undefined}
      inert={!isOpen(toast)}
      swipeDirection={['left', 'right']}
      // With a mouse, people select the text.
      onPointerDown={(event) => event.pointerType === 'mouse' && event.preventBaseUIHandler()}
      className="pointer-events-auto flex w-full animate-appear items-start gap-3 rounded-card bg-raised py-2 pe-2 ps-4 shadow-float transition-[opacity,transform] duration-(--out) data-ending-style:transform-[translateX(var(--toast-swipe-movement-x))] data-ending-style:opacity-0"
    >
      <span className="py-2">{icons[toast.type ?? '']}</span>
      <Toast.Title
        // A new element, so screen readers announce a repeated text again.
        key={toast.updateKey}
        render={<p />}
        className="min-w-0 flex-1 py-2 text-name [overflow-wrap:anywhere]"
      />
      <Toast.Action
        render={<Button size="sm" variant="secondary" />}
        onClick={() => close(toast.id)}
      />
      <Toast.Close
        aria-label={words.close}
        // Base UI hides it until the toast has the focus or a mouse is on it. Screen readers need it earlier.
        aria-hidden={false}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-text pointer-coarse:size-touch"
      >
        <X size={18} />
      </Toast.Close>
    </Toast.Root>
  );
}

const isOpen = (toast: Toast.Root.ToastObject) => toast.transitionStatus !== 'ending';

type MouseHandler = NonNullable<ComponentProps<typeof Toast.Viewport>['onMouseMove']>;

/** A toast can appear under a pointer that does not move. Only a moving pointer stops the time. */
const ignoreStillPointer: MouseHandler = (event) => {
  if (event.movementX === 0 && event.movementY === 0) event.preventBaseUIHandler();
};
