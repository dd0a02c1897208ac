import * as words from '#words/posts';
import type { PostOwner } from '@roost/contract/users';
import { Fragment, useLayoutEffect, useMemo, useRef, useState, type FocusEvent } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { TextLink } from '../../users/text-link.tsx';
import { useHighlights } from './highlights.ts';
import { textParts, type TextPart } from '@roost/contract/text/text-parts';
import { paths } from '../../../paths.ts';
import { personalSet } from '../../../lib/logout.ts';

/** Ids of long posts that the person expanded. A row mounts again after it was scrolled out of view. */
const expanded = personalSet<string>();

interface PostTextProps {
  id: string;
  content: string;
  /** The mentioned usernames that exist. Without it, every mention becomes a link. */
  mentions?: readonly string[] | undefined;
  /** The author. Strangers cannot open the links of some new accounts. */
  author?: Pick<PostOwner, 'linksDisabled' | 'isFollowingByCurrentUser'>;
  /** Shows the whole text, in larger type. */
  large?: boolean;
}

/** The text of a post, with links. It collapses after 12 lines. */
export function PostText({ id, content, mentions, author, large = false }: PostTextProps) {
  const arePlain = author?.linksDisabled === true && !author.isFollowingByCurrentUser;
  const parts = useMemo(() => textParts(withoutGaps(content)), [content]);
  const text = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(large || expanded.has(id));
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
    expanded.add(id);
    setOpen(true);
  }
  /** The keyboard reaches links in the hidden lines, so the text expands when one has the focus. */
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
        // The browser scrolls to the hidden lines when its search finds words there.
        onScroll={isOpen ? undefined : open}
        className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${large ? 'text-title' : 'text-body'} ${isOpen ? '' : 'line-clamp-12'}`}
      >
        {parts.map((part, index) => (
          <Part key={index} part={part} mentions={mentions} isPlain={arePlain} />
        ))}
      </div>
      {isLong && !isOpen && (
        <button
          type="button"
          onClick={open}
          className="-ms-1 rounded-xs px-1 text-body font-medium text-accent-text hover:underline pointer-coarse:min-h-touch"
        >
          {words.showMore}
        </button>
      )}
    </>
  );
}

/** Shortens each gap to two empty lines. The stored text does not change. */
function withoutGaps(content: string): string {
  return content.replace(/\n(?:[^\S\n]*\n){3,}/g, '\n\n\n');
}

/** Links are underlined, because colour alone is not accessible. */
const live = 'text-accent-text underline underline-offset-2 hover:no-underline rounded-xs';

function Part({
  part,
  mentions,
  isPlain,
}: {
  part: TextPart;
  mentions: readonly string[] | undefined;
  isPlain: boolean;
}) {
  if (part.type === 'text') return <Highlighted text={part.text} />;
  if (part.type === 'hashtag') {
    return (
      <Link to={paths.searchFor(part.text)} className={`${live} own-direction`}>
        <Highlighted text={part.text} />
      </Link>
    );
  }
  if (part.type === 'mention') {
    if (!isSomebody(part.username, mentions))
      return (
        <bdi dir="ltr">
          <Highlighted text={part.text} />
        </bdi>
      );
    return (
      <Link dir="ltr" to={paths.profile(part.username)} className={live}>
        {part.text}
      </Link>
    );
  }
  return (
    <TextLink
      href={part.href}
      text={part.host + part.rest}
      isPlain={isPlain}
      className={isPlain ? undefined : live}
    />
  );
}

function isSomebody(username: string, mentions: readonly string[] | undefined): boolean {
  return mentions?.some((name) => name.toLowerCase() === username.toLowerCase()) ?? true;
}

/** Text with the parts that match the search highlighted, on pages that show search results. */
function Highlighted({ text }: { text: string }) {
  const highlights = useHighlights(text);
  if (highlights.length === 0) return text;
  return (
    <>
      {highlights.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(highlights[index - 1]?.end ?? 0, start)}
          <mark className="rounded-xs bg-marked text-text">{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(highlights.at(-1)?.end)}
    </>
  );
}
