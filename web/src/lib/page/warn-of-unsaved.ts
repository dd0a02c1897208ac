import type { Store } from '../store.ts';

/**
 * Warns before the page closes while a store has unsaved changes. The listener exists only then, because it disables the
 * back/forward cache.
 */
export function warnOfUnsaved<Drafts extends object>(store: Store<Drafts>): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  store.subscribe(() => {
    const isUnsaved = Object.keys(store.get()).length > 0;
    if (isUnsaved) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
}
