import { rememberPosition, type ListPosition } from './post-list-position.ts';

interface KeptList {
  /** Undefined while the rows are not on the page. Then the last known position counts. */
  position: () => ListPosition | undefined;
  /** The row that has the focus when the list is left. */
  focused?: () => string | undefined;
}

/** Saves the position of a list when the page or the list is left. Returns the function for leaving the list. */
export function keepPosition(key: string, { position, focused }: KeptList): () => void {
  // Read while scrolling: when the list unmounts, the next page may already be above its remains.
  let last: ListPosition | undefined;
  let frame = 0;
  const note = () => {
    last = position() ?? last;
  };
  const noteSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(note);
  };
  const save = (row?: string) => last && rememberPosition(key, { ...last, focused: row });
  const saveNow = () => {
    note();
    save();
  };
  const saveHidden = () => document.visibilityState === 'hidden' && saveNow();
  noteSoon();
  addEventListener('scroll', noteSoon, { passive: true });
  addEventListener('pagehide', saveNow);
  document.addEventListener('visibilitychange', saveHidden);
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener('scroll', noteSoon);
    removeEventListener('pagehide', saveNow);
    document.removeEventListener('visibilitychange', saveHidden);
    // The list is being unmounted, but it is still in the document.
    save(focused?.());
  };
}
