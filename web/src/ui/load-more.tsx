import { useEffect, useRef, type ReactNode } from 'react';

interface LoadMoreProps {
  /** Whether the list is being fetched, by whomever: nothing is asked for meanwhile. */
  isFetching: boolean;
  /** How long before the end comes in sight more is asked for: a CSS length. */
  ahead: string;
  onNear: () => void;
  /** What stands for the rows to come. */
  children: ReactNode;
}

/**
 * The end of a list that has more. Asks once the end is near, and again after each answer that leaves it near. With the
 * number of rows as its key it is a new one after them, rather than one that they push away.
 */
export function LoadMore({ isFetching, ahead, onNear, children }: LoadMoreProps) {
  const mark = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  });
  useEffect(() => {
    // To ask now would come to nothing: the answer on its way may be to something else.
    if (isFetching) return undefined;
    // A busy browser tells of several moments at once, the last of which is how it is now.
    const watcher = new IntersectionObserver(
      (moments) => moments.at(-1)?.isIntersecting && near.current(),
      { rootMargin: `0px 0px ${ahead}` },
    );
    watcher.observe(mark.current!);
    return () => watcher.disconnect();
  }, [isFetching, ahead]);
  return (
    // Not seen at once: for a frame it stands where the rows just come will be.
    <div ref={mark} className="animate-appear-late">
      {children}
    </div>
  );
}
