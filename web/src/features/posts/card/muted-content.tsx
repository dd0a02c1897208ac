import * as words from '#words/posts';
import { useState, type ReactNode } from 'react';
import { personalSet } from '../../../lib/logout.ts';

/** Ids of posts that the person has shown. A row mounts again after it was scrolled out of view. */
const shown = personalSet<string>();

interface MutedContentProps {
  id: string;
  /** The muted word in the content. Without one, the content shows. */
  word: string | null | undefined;
  children: ReactNode;
}

/** Collapses content with a muted word of the viewer. A press shows it. */
export function MutedContent({ id, word, children }: MutedContentProps) {
  const [isShown, setShown] = useState(shown.has(id));
  if (!word || isShown) return children;
  return (
    <p className="relative flex flex-wrap items-center gap-x-2 text-meta text-muted">
      {words.hasMutedWord({ word })}
      <button
        type="button"
        className="min-h-target min-w-target rounded-xs font-semibold text-accent-text hover:underline pointer-coarse:min-h-touch"
        onClick={(event) => {
          event.stopPropagation();
          shown.add(id);
          setShown(true);
        }}
      >
        {words.show}
      </button>
    </p>
  );
}
