import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { isBeingSent } from './being-sent.ts';
import type { ThreadRow } from './thread-rows.ts';

/** Up to this distance from the end, the viewer counts as being at the end. */
const AT_END_PX = 32;
/** Older messages are fetched at this distance from the top. */
const FETCH_AHEAD_PX = 800;
/** The space above the first unread message when the thread opens. */
const ABOVE_UNREAD_PX = 12;

interface Older {
  isOlderWanted: boolean;
  onOlder: () => void;
}

/** Keeps the scroll position: at the end, or at the messages that the viewer reads, when rows are added. */
export function useThreadScroll(rows: readonly ThreadRow[], { isOlderWanted, onOlder }: Older) {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const unreadAt = rows.findIndex(({ startsUnread }) => startsUnread);
  const [isAtEnd, setAtEnd] = useState(unreadAt < 0);
  const [seenUpTo, setSeenUpTo] = useState(0);
  const hasRowsAbove = useRowsAbove(rows);
  /** Whether the thread scrolls to new messages at the end. */
  const follows = useRef(unreadAt < 0);
  const lastOffset = useRef(0);

  const toEnd = () => {
    follows.current = true;
    setAtEnd(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  const measure = () => {
    const { current: handle } = list;
    const { current: element } = box;
    if (!handle || !element) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    const isNear = scrollHeight - clientHeight - scrollTop < AT_END_PX;
    // Only scrolling up leaves the end. A row that grows or shrinks does not.
    if (isNear) follows.current = true;
    else if (scrollTop < lastOffset.current - 1) follows.current = false;
    lastOffset.current = scrollTop;
    setAtEnd(isNear || follows.current);
    const seen = isNear ? rows.length - 1 : lastWhole(handle, element);
    const number = rows.findLast(({ message }, index) => index <= seen && message)?.message?.number;
    setSeenUpTo((known) => Math.max(known, number ?? 0));
    if (isOlderWanted && scrollTop < FETCH_AHEAD_PX) onOlder();
  };
  const keepPosition = () => {
    if (follows.current) toEnd();
    measure();
  };

  const scrollToStart = useEffectEvent(() => {
    if (unreadAt >= 0)
      list.current?.scrollToIndex(unreadAt, { align: 'start', offset: -ABOVE_UNREAD_PX });
    else toEnd();
  });
  useLayoutEffect(() => scrollToStart(), []);

  const lastKey = rows.at(-1)?.key;
  const previousRows = useRef(rows);
  const onNewRows = useEffectEvent(() => {
    // An own new message scrolls to the end from anywhere.
    if (isBeingSent(rows, previousRows.current)) follows.current = true;
    previousRows.current = rows;
    keepPosition();
  });
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (!isFirst.current) onNewRows();
    isFirst.current = false;
  }, [lastKey, rows.length]);

  // After a page of older messages, the box may still not be full. Then fetch the next page.
  const measureAgain = useEffectEvent(measure);
  useEffect(() => {
    const frame = requestAnimationFrame(() => measureAgain());
    return () => cancelAnimationFrame(frame);
  }, [rows, isOlderWanted]);

  return {
    box,
    list,
    isAtEnd,
    seenUpTo,
    hasRowsAbove,
    toEnd,
    onScroll: measure,
    onResize: keepPosition,
  };
}

/** Returns the index of the last row that is completely visible. */
function lastWhole(handle: VirtualizerHandle, { clientHeight }: HTMLElement): number {
  const end = handle.scrollOffset + clientHeight;
  const index = handle.findItemIndex(end);
  const isWhole = handle.getItemOffset(index) + handle.getItemSize(index) <= end + AT_END_PX;
  return isWhole ? index : index - 1;
}

/** Whether the last change added older rows above. The virtualizer's `shift` needs this. */
function useRowsAbove(rows: readonly ThreadRow[]): boolean {
  const [known, setKnown] = useState({ rows, isAbove: false });
  if (known.rows === rows) return known.isAbove;
  const first = known.rows[0]?.key;
  const isAbove =
    first !== undefined && rows[0]?.key !== first && rows.some(({ key }) => key === first);
  setKnown({ rows, isAbove });
  return isAbove;
}
