import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import type { VirtualizerHandle } from 'virtua';
import { isBeingSent } from './being-sent.ts';
import type { ThreadRow } from './thread-rows.ts';
import type { ThreadPosition } from './thread-position.ts';

/** Up to this distance from the end, the viewer counts as being at the end. */
const AT_END_PX = 32;
/** Older messages are fetched at this distance from the top. */
const FETCH_AHEAD_PX = 800;
/** The space above the first unread message when the thread opens. */
const ABOVE_UNREAD_PX = 12;
/** Beyond the end of any thread. The browser scrolls as far as it can. */
const BEYOND_END_PX = Number.MAX_SAFE_INTEGER;

interface ThreadScroll {
  isOlderWanted: boolean;
  onOlder: () => void;
  /** The thread opens there. Otherwise it opens at the first unread message or at its end. */
  restoredPosition: ThreadPosition;
  onPosition: (position: ThreadPosition) => void;
}

/** Keeps the scroll position: at the end, or at the messages that the viewer reads, when rows are added. */
export function useThreadScroll(
  rows: readonly ThreadRow[],
  { isOlderWanted, onOlder, restoredPosition, onPosition }: ThreadScroll,
) {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const unreadAt = rows.findIndex(({ startsUnread }) => startsUnread);
  const restoredAt = restoredPosition
    ? rows.findIndex(({ key }) => key === restoredPosition.row)
    : -1;
  const { isAtEnd, sticksToEnd, toEnd, noteScroll } = useEnd(box, unreadAt < 0 && restoredAt < 0);
  const [seenUpTo, setSeenUpTo] = useState(0);
  const hasRowsAbove = useRowsAbove(rows);

  const measure = () => {
    if (!list.current || !box.current) return;
    const isNear = noteScroll(box.current);
    const lastSeen = isNear ? rows.length - 1 : lastWhole(list.current, box.current);
    setSeenUpTo((known) => Math.max(known, newestUpTo(rows, lastSeen)));
    onPosition(isNear ? undefined : positionOf(list.current, rows));
    if (isOlderWanted && box.current.scrollTop < FETCH_AHEAD_PX) onOlder();
  };
  const keepPosition = () => {
    if (sticksToEnd.current) toEnd();
    measure();
  };

  const scrollToStart = useEffectEvent(() => {
    if (restoredPosition && restoredAt >= 0)
      list.current?.scrollToIndex(restoredAt, { align: 'start', offset: -restoredPosition.top });
    else if (unreadAt >= 0)
      list.current?.scrollToIndex(unreadAt, { align: 'start', offset: -ABOVE_UNREAD_PX });
    else toEnd();
  });
  useLayoutEffect(() => scrollToStart(), []);
  /** Also scrolls the virtualizer. It repeats the scroll of `scrollToStart` until rows are measured, and this one replaces it. */
  const jumpToEnd = () => {
    list.current?.scrollTo(BEYOND_END_PX);
    toEnd();
  };

  useNewRows(rows, (previous) => {
    // The viewer's own new message scrolls to the end from anywhere.
    if (isBeingSent(rows, previous)) jumpToEnd();
    keepPosition();
  });

  // After a page of older messages, the box may still not be full. Then fetch the next page.
  const measureAgain = useEffectEvent(measure);
  useEffect(() => {
    const frame = requestAnimationFrame(() => measureAgain());
    return () => cancelAnimationFrame(frame);
  }, [rows, isOlderWanted]);

  // The box shrinks when a text below it grows by a line.
  const keepPositionNow = useEffectEvent(keepPosition);
  useEffect(() => {
    const observer = new ResizeObserver(() => keepPositionNow());
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const handlers = { onScroll: measure, onResize: keepPosition };
  return { box, list, isAtEnd, seenUpTo, hasRowsAbove, jumpToEnd, ...handlers };
}

/** The end of the thread. `sticksToEnd` says whether the thread scrolls to new messages there. */
function useEnd(box: RefObject<HTMLElement | null>, startsThere: boolean) {
  const [isAtEnd, setAtEnd] = useState(startsThere);
  const sticksToEnd = useRef(startsThere);
  const lastOffset = useRef(0);

  const toEnd = () => {
    sticksToEnd.current = true;
    setAtEnd(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  /** Returns whether the end is near. */
  const noteScroll = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean => {
    const isNear = scrollHeight - clientHeight - scrollTop < AT_END_PX;
    // Only scrolling up leaves the end. A row that grows or shrinks does not.
    if (isNear) sticksToEnd.current = true;
    else if (scrollTop < lastOffset.current - 1) sticksToEnd.current = false;
    lastOffset.current = scrollTop;
    setAtEnd(isNear || sticksToEnd.current);
    return isNear;
  };
  return { isAtEnd, sticksToEnd, toEnd, noteScroll };
}

/** Calls `onNewRows` after rows were added or removed, before the browser paints. */
function useNewRows(
  rows: readonly ThreadRow[],
  onNewRows: (previous: readonly ThreadRow[]) => void,
): void {
  const previous = useRef(rows);
  const change = useEffectEvent(() => {
    const before = previous.current;
    previous.current = rows;
    onNewRows(before);
  });
  const lastKey = rows.at(-1)?.key;
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (!isFirst.current) change();
    isFirst.current = false;
  }, [lastKey, rows.length]);
}

/** Returns the number of the newest message up to this row. 0 without a message. */
function newestUpTo(rows: readonly ThreadRow[], upTo: number): number {
  return rows.findLast(({ message }, index) => index <= upTo && message)?.message?.number ?? 0;
}

/** The topmost visible row. */
function positionOf(handle: VirtualizerHandle, rows: readonly ThreadRow[]): ThreadPosition {
  const index = handle.findItemIndex(handle.scrollOffset);
  const row = rows[index]?.key;
  return row === undefined
    ? undefined
    : { row, top: handle.getItemOffset(index) - handle.scrollOffset };
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
