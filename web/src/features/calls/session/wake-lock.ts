/** Keeps the screen lit until the returned function is called; where the browser can't, does nothing. */
export function keepAwake(): () => void {
  const { wakeLock } = navigator as { wakeLock?: WakeLock };
  if (!wakeLock) return () => {};
  let isOver = false;
  let lock: WakeLockSentinel | undefined;
  const take = () => {
    // The browser takes it back whenever the page is hidden.
    if (document.hidden || isOver) return;
    wakeLock.request('screen').then(
      (taken) => {
        if (isOver) void taken.release();
        else lock = taken;
      },
      // A battery that runs low, for one.
      () => {},
    );
  };
  take();
  document.addEventListener('visibilitychange', take);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', take);
    void lock?.release();
  };
}
