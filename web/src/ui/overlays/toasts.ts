import { onLogout } from '../../lib/logout.ts';
import { createStore } from '../../lib/store.ts';

export const TOAST_MS = 3_000;
/** A toast with a button stays long enough to be read and pressed. */
export const RETRY_TOAST_MS = 10_000;
/** How long a toast offers Undo, in ms. */
export const UNDO_TOAST_MS = 5_000;
/** Errors from the socket stay longer than other toasts. */
export const SOCKET_ERROR_MS = 5_000;

interface ToastRequest {
  type: 'success' | 'error' | 'info' | 'warning';
  message: string;
  /** How long it stays, in ms. */
  duration: number;
  action?: ToastAction | undefined;
}

/** A button that repeats a failed action, takes back a successful one, or reloads the page. */
interface ToastAction {
  kind: 'retry' | 'undo' | 'reload';
  run: () => void;
  /** Closes the toast, because the action is no longer possible. */
  ended?: AbortSignal | undefined;
}

/** The most toasts at once. A further one removes the oldest. */
export const MAX_TOASTS = 4;

/** Toasts that the region has not shown yet, because its code loads after the first screen. */
export const waitingToasts = createStore<readonly ToastRequest[]>([]);

function show(
  type: ToastRequest['type'],
  message: string,
  duration: number = TOAST_MS,
  action?: ToastAction,
): void {
  const isSame = (other: ToastRequest) =>
    !other.action && other.message === message && other.type === type;
  const others = waitingToasts.get().filter((other) => !isSame(other));
  waitingToasts.set([...others, { type, message, duration, action }].slice(-MAX_TOASTS));
}

/** Shows a toast at the bottom right. Any code can call it. */
export const toast = {
  success: (message: string, duration?: number) => show('success', message, duration),
  error: (message: string, duration?: number) => show('error', message, duration),
  info: (message: string, duration?: number) => show('info', message, duration),
  warning: (message: string, duration?: number) => show('warning', message, duration),
  /** Shows a failure with a button that tries again. */
  retry: (message: string, run: () => void) =>
    show('error', message, RETRY_TOAST_MS, { kind: 'retry', run }),
  /** Shows a success with a button that takes it back. */
  undo: (message: string, run: () => void, ended?: AbortSignal) =>
    show('success', message, UNDO_TOAST_MS, { kind: 'undo', run, ended }),
};

// The next person must not repeat or take back an action of this one.
onLogout(() => waitingToasts.set(waitingToasts.get().filter((toast) => !toast.action)));
