import { useLayoutEffect, useMemo, useRef, useState, type FocusEvent } from 'react';
import { Link } from 'react-router';
import { profilePath } from './post-identity.ts';
import { textParts, type TextPart } from '@roost/contract/text-parts';

/** Which long posts were opened; a row that scrolls out of sight and back is drawn anew. */
const unfolded = new Set<string>();

interface PostTextProps {
  id: string;
  content: string;
  /** Shows all of it, in larger type. */
  large?: boolean;
}

/** What a post says, with live links; folded after 12 lines. */
export function PostText({ id, content, large = false }: PostTextProps) {
  const parts = useMemo(() => textParts(withoutGaps(content)), [content]);
  const text = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(large || unfolded.has(id));
  const [isLong, setLong] = useState(false);

  useLayoutEffect(() => {
    const element = text.current;
    if (!element || isOpen) return undefined;
    const measure = () => setLong(element.scrollHeight > element.clientHeight + 1);
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [content, isOpen]);

  if (content === '') return null;
  function open() {
    unfolded.add(id);
    setOpen(true);
  }
  /** A link under the fold is reached by the keyboard; it must not be in the dark. */
  function openForFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
    if (
      isLong &&
      target.getBoundingClientRect().bottom > currentTarget.getBoundingClientRect().bottom
    )
      open();
  }
  return (
    <>
      <div
        ref={text}
        dir="auto"
        onFocus={openForFocus}
        // Finding words on the page brings up what lies under the fold.
        onScroll={isOpen ? undefined : open}
        className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${large ? 'text-section' : 'text-body'} ${isOpen ? '' : 'line-clamp-12'}`}
      >
        {parts.map((part, index) => (
          <Part key={index} part={part} />
        ))}
      </div>
      {isLong && !isOpen && (
        <button
          type="button"
          onClick={open}
          className="-ml-1 rounded-xs px-1 text-body font-medium text-accent-text hover:underline pointer-coarse:min-h-11"
        >
          Show more
        </button>
      )}
    </>
  );
}

/** No more than two empty lines in a row; the text itself keeps them. */
function withoutGaps(content: string): string {
  return content.replace(/\n(?:[^\S\n]*\n){3,}/g, '\n\n\n');
}

const live = 'text-accent-text hover:underline rounded-xs';

function Part({ part }: { part: TextPart }) {
  if (part.type === 'text') return part.text;
  // No link, and not in a link's colour: there is no search to lead to yet.
  if (part.type === 'hashtag') return <span className="font-medium">{part.text}</span>;
  if (part.type === 'mention') {
    return (
      <Link to={profilePath(part.username)} className={live}>
        {part.text}
      </Link>
    );
  }
  return (
    <a
      href={part.href}
      target="_blank"
      rel="noopener nofollow ugc"
      title={part.href}
      className={live}
    >
      <bdi>
        {part.host}
        {part.rest}
      </bdi>
    </a>
  );
}
