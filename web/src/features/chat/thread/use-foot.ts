import { useCallback, type RefCallback } from 'react';

/** Tells the page the height of what stands at a chat's foot, as `--chat-foot`: toasts stay above it. */
export function useFoot(): RefCallback<HTMLElement> {
  return useCallback((foot: HTMLElement | null) => {
    if (!foot) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--chat-foot', `${foot.offsetHeight}px`),
    );
    observer.observe(foot);
    return () => {
      observer.disconnect();
      style.removeProperty('--chat-foot');
    };
  }, []);
}
