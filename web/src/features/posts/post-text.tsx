import { Fragment, useLayoutEffect, useMemo, useRef, useState, type FocusEvent } from 'react';
import { Link } from 'react-router';
import { profilePath } from '../users/profile-path.ts';
import { useMarks } from './marks.ts';
import { searchPath } from './post-identity.ts';
import { textParts, type TextPart } from '@roost/contract/text-parts';

/** Which long posts were opened; a row that scrolls out of sight and back is drawn anew. */
const unfolded = new Set<string>();

interface PostTextProps {
  id: string;
  content: string;
  /** Of the names in it, those that are somebody's; without, every one is taken for somebody's. */
  mentions?: readonly string[] | undefined;
  /** Shows all of it, in larger type. */
  large?: boolean;
}

/** What a post says, with live links; folded after 12 lines. */
export function PostText({ id, content, mentions, large = false }: PostTextProps) {
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
          <Part key={index} part={part} mentions={mentions} />
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

function Part({ part, mentions }: { part: TextPart; mentions: readonly string[] | undefined }) {
  if (part.type === 'text') return <Marked text={part.text} />;
  if (part.type === 'hashtag') {
    return (
      <Link to={searchPath(part.text)} className={live}>
        <Marked text={part.text} />
      </Link>
    );
  }
  if (part.type === 'mention') {
    if (!isSomebody(part.username, mentions)) return <Marked text={part.text} />;
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

function isSomebody(username: string, mentions: readonly string[] | undefined): boolean {
  return mentions?.some((name) => name.toLowerCase() === username.toLowerCase()) ?? true;
}

/** Text with what was looked for made to stand out, on the pages where something was. */
function Marked({ text }: { text: string }) {
  const marks = useMarks(text);
  if (marks.length === 0) return text;
  return (
    <>
      {marks.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.end ?? 0, start)}
          <mark className="rounded-xs bg-marked text-text">{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.end)}
    </>
  );
}
