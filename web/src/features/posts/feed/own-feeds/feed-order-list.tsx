import * as words from '#words/posts';
import type { KeptFeed } from '@roost/contract/kept-feeds';
import type { PeopleList } from '@roost/contract/lists';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Announcement } from '../../../../ui/announcement.tsx';
import { IconButton } from '../../../../ui/controls/icon-button.tsx';
import { listsQuery } from '../../../users/lists/lists.query.ts';
import { inTabOrder, useOrderFeeds } from './feed-order.ts';
import { keptFeedsQuery, textOfFeed } from './kept-feeds.query.ts';

const nameOf = (feed: PeopleList | KeptFeed) => ('name' in feed ? feed.name : textOfFeed(feed));

/** The order of the tabs of the feed, with buttons that change it. Nothing while there is nothing to order. */
export function FeedOrderList() {
  const { data: lists = [] } = useQuery(listsQuery);
  const { data: kept = [] } = useQuery(keptFeedsQuery);
  const save = useOrderFeeds();
  const [moved, setMoved] = useState<string>();
  const rows = useRef<HTMLUListElement>(null);
  /** The button that gets its focus back once its row stands at the new index. */
  const pressed = useRef<{ index: number; by: 1 | -1 }>(undefined);
  const feeds = inTabOrder(lists, kept);
  const movedIndex = feeds.findIndex(({ _id }) => _id === moved);
  // React may take the row with the focus out of the document when it moves it.
  useLayoutEffect(() => {
    if (pressed.current?.index !== movedIndex) return;
    const [up, down] = rows.current?.children[movedIndex]?.querySelectorAll('button') ?? [];
    (pressed.current.by < 0 ? up : down)?.focus();
    pressed.current = undefined;
  }, [movedIndex]);
  if (feeds.length < 2) return null;

  function move(from: number, by: 1 | -1) {
    const ids = feeds.map(({ _id }) => _id);
    const [id] = ids.splice(from, 1);
    if (id === undefined) return;
    pressed.current = { index: from + by, by };
    save(ids.toSpliced(from + by, 0, id));
    setMoved(id);
  }

  return (
    <section aria-labelledby="feed-order" className="-mt-px border-t border-line">
      <h2 id="feed-order" className="px-4 pt-5 pb-2 text-title font-bold">
        {words.orderOfTheTabs}
      </h2>
      <ul ref={rows} aria-labelledby="feed-order">
        {feeds.map((feed, index) => (
          <li
            key={feed._id}
            className="flex min-h-13 items-center gap-1 border-b border-line ps-4 pe-2"
          >
            <span dir="auto" className="min-w-0 flex-1 truncate text-match-parent text-name">
              {nameOf(feed)}
            </span>
            <MoveButton
              by={-1}
              name={nameOf(feed)}
              isEnd={index === 0}
              onMove={() => move(index, -1)}
            />
            <MoveButton
              by={1}
              name={nameOf(feed)}
              isEnd={index === feeds.length - 1}
              onMove={() => move(index, 1)}
            />
          </li>
        ))}
      </ul>
      <Announcement>
        {feeds[movedIndex] &&
          words.isNumberOf({
            name: nameOf(feeds[movedIndex]),
            number: movedIndex + 1,
            count: feeds.length,
          })}
      </Announcement>
    </section>
  );
}

interface MoveButtonProps {
  by: 1 | -1;
  name: string;
  /** The row cannot move further. The button keeps the focus. */
  isEnd: boolean;
  onMove: () => void;
}

function MoveButton({ by, name, isEnd, onMove }: MoveButtonProps) {
  return (
    <IconButton
      label={by < 0 ? words.moveUp({ name }) : words.moveDown({ name })}
      aria-disabled={isEnd}
      className="aria-disabled:pointer-events-none aria-disabled:opacity-50"
      onClick={() => !isEnd && onMove()}
    >
      {by < 0 ? <ChevronUp /> : <ChevronDown />}
    </IconButton>
  );
}
