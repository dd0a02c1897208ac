import { useEffect, useRef, type ReactNode } from 'react';

interface LoadMoreProps {
  /** Whether any fetch of the list runs. `onNear` then waits. */
  isFetching: boolean;
  /** The distance to the end at which `onNear` runs, as a CSS length. */
  ahead: string;
  onNear: () => void;
  /** Placeholders of the next rows. */
  children: ReactNode;
}

/**
 * The end of a list that has more rows. It calls `onNear` when the end is near, and again after each answer that leaves
 * it near. Use the number of rows as its key, so each page of rows gets a new element.
 */
export function LoadMore({ isFetching, ahead, onNear, children }: LoadMoreProps) {
  const mark = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  });
  useEffect(() => {
    // A request now would have no effect, because another fetch of the list runs.
    if (isFetching) return undefined;
    // A busy browser reports several moments at once. The last one is current.
    const watcher = new IntersectionObserver(
      (moments) => moments.at(-1)?.isIntersecting && near.current(),
      { rootMargin: `0px 0px ${ahead}` },
    );
    watcher.observe(mark.current!);
    return () => watcher.disconnect();
  }, [isFetching, ahead]);
  return (
    // Hidden for one frame, in which it is still at the place of the new rows.
    <div ref={mark} className="animate-appear-late">
      {children}
    </div>
  );
}
