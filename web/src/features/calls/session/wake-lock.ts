/** Keeps the screen on until the returned function is called. Does nothing if the browser does not support this. */
export function keepAwake(): () => void {
  const { wakeLock } = navigator as { wakeLock?: WakeLock };
  if (!wakeLock) return () => {};
  let isOver = false;
  let lock: WakeLockSentinel | undefined;
  const take = () => {
    // The browser releases the lock whenever the page is hidden.
    if (document.hidden || isOver) return;
    wakeLock.request('screen').then(
      (taken) => {
        if (isOver) void taken.release();
        else lock = taken;
      },
      // The browser may refuse, for example because the battery is low.
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
