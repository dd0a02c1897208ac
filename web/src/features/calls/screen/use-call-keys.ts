import { useEffect, useEffectEvent } from 'react';

interface CallKeys {
  onMute: () => void;
  onCamera: () => void;
  onShare: () => void;
  /** Closes open panels and leaves the full screen, but never ends the call. */
  onEscape: () => void;
}

/** Handles m, v, s and Esc, unless the focused element uses these keys itself. */
export function useCallKeys(keys: CallKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, repeat } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || repeat) return;
    // Escape in a toast closes only the toast.
    if (target instanceof HTMLElement && target.closest('[data-toaster]')) return;
    if (key === 'Escape') return keys.onEscape();
    if (target instanceof HTMLElement && target.matches('select, textarea, [type=text]')) return;
    const act = { m: keys.onMute, v: keys.onCamera, s: keys.onShare }[key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    // Capture the event before the dialog, which stops Esc.
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, []);
}
