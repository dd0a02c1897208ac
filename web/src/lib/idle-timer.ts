import { API_TIMEOUT_MS } from './constants.ts';

export interface IdleTimer {
  /** Aborted once nothing has moved for as long as a call may take (spec §9). */
  signal: AbortSignal;
  /** Something moved. */
  touch: () => void;
  stop: () => void;
}

export function idleTimer(): IdleTimer {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(), API_TIMEOUT_MS);
  let timer = start();
  return {
    signal: controller.signal,
    touch: () => {
      clearTimeout(timer);
      timer = start();
    },
    stop: () => clearTimeout(timer),
  };
}
