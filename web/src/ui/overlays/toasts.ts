import { onLogout } from '../../lib/logout.ts';
import { createStore } from '../../lib/store.ts';

export const TOAST_MS = 3_000;
/** A toast with a button stays long enough to be read and pressed. */
export const RETRY_TOAST_MS = 10_000;
/** Errors from the socket stay longer than other toasts. */
export const SOCKET_ERROR_MS = 5_000;

export interface Toast {
  id: number;
  type: 'success' | 'error' | 'info' | 'warning';
  message: string;
  /** How long it stays, in ms. */
  duration: number;
  /** Repeats the failed action. */
  again?: (() => void) | undefined;
}

const MAX_TOASTS = 4;
export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

function show(
  type: Toast['type'],
  message: string,
  duration: number = TOAST_MS,
  again?: () => void,
): void {
  lastId += 1;
  const isSame = (toast: Toast) => toast.message === message && toast.type === type;
  // A toast with a retry button already gives the reason.
  if (!again && toasts.get().some((toast) => isSame(toast) && toast.again)) return;
  // Several failures with one text share a toast, which stays as long as the newest. Each retry button stays.
  const others = toasts.get().filter((toast) => !isSame(toast) || (again && toast.again));
  toasts.set([...others, { id: lastId, type, message, duration, again }].slice(-MAX_TOASTS));
}

/** Shows a toast at the bottom right. Any code can call it. */
export const toast = {
  success: (message: string, duration?: number) => show('success', message, duration),
  error: (message: string, duration?: number) => show('error', message, duration),
  info: (message: string, duration?: number) => show('info', message, duration),
  warning: (message: string, duration?: number) => show('warning', message, duration),
  /** Shows a failure with a button that tries again. */
  retry: (message: string, again: () => void) => show('error', message, RETRY_TOAST_MS, again),
};

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

// The next person must not repeat an action of this one.
onLogout(() => toasts.set(toasts.get().filter((toast) => !toast.again)));
