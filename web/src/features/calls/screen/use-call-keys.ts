import { useEffect, useEffectEvent } from 'react';

interface CallKeys {
  onMute: () => void;
  onCamera: () => void;
  onShare: () => void;
  /** Closes what is open, and leaves the full screen; never the call. */
  onEscape: () => void;
}

/** m, v, s and Esc, wherever the focus is but where they mean something of their own. */
export function useCallKeys(keys: CallKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, repeat } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || repeat) return;
    if (key === 'Escape') return keys.onEscape();
    if (target instanceof HTMLElement && target.matches('select, textarea, [type=text]')) return;
    const act = { m: keys.onMute, v: keys.onCamera, s: keys.onShare }[key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    // Before the dialog, which keeps Esc to itself.
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, []);
}
