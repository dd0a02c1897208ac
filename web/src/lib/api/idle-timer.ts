/** A call times out after this long without a byte. */
const API_TIMEOUT_MS = 60_000;

export interface IdleTimer {
  /** Aborts when no byte has moved for `API_TIMEOUT_MS`. */
  signal: AbortSignal;
  /** Restarts the timer. */
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
