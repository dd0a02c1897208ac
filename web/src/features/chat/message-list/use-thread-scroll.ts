import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { isBeingSent } from './being-sent.ts';
import type { ThreadRow } from './thread-rows.ts';

/** px from the end at which one still is at it. */
const AT_END = 32;
/** px from the top at which older ones are fetched. */
const AHEAD = 800;
/** px shown above where reading goes on. */
const ABOVE_UNREAD = 12;

interface Older {
  isOlderWanted: boolean;
  onOlder: () => void;
}

/** Keeps a thread at its foot, or where it is read, whatever comes in above or below. */
export function useThreadScroll(rows: readonly ThreadRow[], { isOlderWanted, onOlder }: Older) {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const unreadAt = rows.findIndex(({ startsUnread }) => startsUnread);
  const [isAtEnd, setAtEnd] = useState(unreadAt < 0);
  const [seenUpTo, setSeenUpTo] = useState(0);
  const hasRowsAbove = useRowsAbove(rows);
  /** Goes along with the end. */
  const follows = useRef(unreadAt < 0);
  const lastOffset = useRef(0);

  const toEnd = () => {
    follows.current = true;
    setAtEnd(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  const look = () => {
    const { current: handle } = list;
    const { current: element } = box;
    if (!handle || !element) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    const isNear = scrollHeight - clientHeight - scrollTop < AT_END;
    // What grows or shrinks moves nobody away from the end; only going up does.
    if (isNear) follows.current = true;
    else if (scrollTop < lastOffset.current - 1) follows.current = false;
    lastOffset.current = scrollTop;
    setAtEnd(isNear || follows.current);
    const seen = isNear ? rows.length - 1 : lastWhole(handle, element);
    const number = rows.findLast(({ message }, index) => index <= seen && message)?.message?.number;
    setSeenUpTo((known) => Math.max(known, number ?? 0));
    if (isOlderWanted && scrollTop < AHEAD) onOlder();
  };
  const settle = () => {
    if (follows.current) toEnd();
    look();
  };

  const place = useEffectEvent(() => {
    if (unreadAt >= 0)
      list.current?.scrollToIndex(unreadAt, { align: 'start', offset: -ABOVE_UNREAD });
    else toEnd();
  });
  useLayoutEffect(() => place(), []);

  const lastKey = rows.at(-1)?.key;
  const arrived = useRef(rows);
  const arrive = useEffectEvent(() => {
    // What one sends is seen, wherever one was reading.
    if (isBeingSent(rows, arrived.current)) follows.current = true;
    arrived.current = rows;
    settle();
  });
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (!isFirst.current) arrive();
    isFirst.current = false;
  }, [lastKey, rows.length]);

  // What was asked for and came may still not fill the box.
  const lookAgain = useEffectEvent(look);
  useEffect(() => {
    const frame = requestAnimationFrame(() => lookAgain());
    return () => cancelAnimationFrame(frame);
  }, [rows, isOlderWanted]);

  return { box, list, isAtEnd, seenUpTo, hasRowsAbove, toEnd, onScroll: look, onResize: settle };
}

/** The last row that is in sight as a whole, by its index. */
function lastWhole(handle: VirtualizerHandle, { clientHeight }: HTMLElement): number {
  const end = handle.scrollOffset + clientHeight;
  const index = handle.findItemIndex(end);
  const isWhole = handle.getItemOffset(index) + handle.getItemSize(index) <= end + AT_END;
  return isWhole ? index : index - 1;
}

/** Whether older rows have just come in above; for virtua's `shift`. */
function useRowsAbove(rows: readonly ThreadRow[]): boolean {
  const [known, setKnown] = useState({ rows, isAbove: false });
  if (known.rows === rows) return known.isAbove;
  const first = known.rows[0]?.key;
  const isAbove =
    first !== undefined && rows[0]?.key !== first && rows.some(({ key }) => key === first);
  setKnown({ rows, isAbove });
  return isAbove;
}
