import { TOAST_MS } from '../lib/constants.ts';

export interface Toast {
  id: number;
  type: 'success' | 'error' | 'info' | 'warning';
  message: string;
  /** In ms. */
  duration: number;
}

const MOST_AT_ONCE = 4;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

function show(type: Toast['type'], message: string, duration: number = TOAST_MS): void {
  lastId += 1;
  // Several calls failing for one reason say it once; the newest starts its time anew.
  const others = toasts.filter((toast) => toast.message !== message || toast.type !== type);
  replace([...others, { id: lastId, type, message, duration }].slice(-MOST_AT_ONCE));
}

/** A short notice at the bottom right, from anywhere. */
export const toast = {
  success: (message: string, duration?: number) => show('success', message, duration),
  error: (message: string, duration?: number) => show('error', message, duration),
  info: (message: string, duration?: number) => show('info', message, duration),
  warning: (message: string, duration?: number) => show('warning', message, duration),
};

export function dismissToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

export const currentToasts = (): readonly Toast[] => toasts;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
