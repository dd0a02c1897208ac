import { useEffect, useEffectEvent } from 'react';
import { isPhone } from '../../lib/page/screen-width.ts';
import { keyOfEntry } from '../../lib/router/location.ts';
import { currentEntryKey } from '../../lib/router/router.tsx';

/**
 * On phones, Back closes the topmost sheet and does not leave the page. Each open sheet has a history entry with the
 * page's own state and the depth of the sheet. The router does not receive steps between such entries. So the page,
 * its key and its scroll position stay.
 */
const DEPTH = 'sheets';

interface SheetState {
  [DEPTH]?: number;
}

/** The close functions of the open sheets. The topmost is last. */
const open: (() => void)[] = [];
let isTravelling = false;
const waiting: (() => void)[] = [];

const depthOf = (state: unknown) => (state as SheetState | null)?.[DEPTH] ?? 0;

/** Called once, at the start. */
export function watchSheetHistory(): void {
  addEventListener('popstate', onPop, { capture: true });
  // After a reload, the sheet of this entry is gone.
  settle();
}

/** Whether the current history entry belongs to a sheet. */
export const isUnderSheet = (): boolean => open.length > 0 || depthOf(history.state) > 0;

/** Keeps a history entry for a sheet while it is open. */
export function useClosedByBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !isPhone()) return undefined;
    const entry = () => close();
    open.push(entry);
    settleSoon();
    return () => {
      open.splice(open.indexOf(entry), 1);
      settleSoon();
    };
  }, [isOpen]);
}

/** Resolves when no entry of a closed sheet is on top. The caller can then replace the page's own entry. */
export async function sheetsSettled(): Promise<void> {
  // The sheet closes in an effect of the next render.
  await new Promise((drawn) => setTimeout(drawn));
  settle();
  if (isTravelling) await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Runs after all sheets that open or close together. If one sheet replaces another, the history stays. */
function settleSoon(): void {
  queueMicrotask(settle);
}

function settle(): void {
  if (isTravelling) return;
  const depth = depthOf(history.state);
  if (depth > open.length) travel(open.length - depth);
  for (let next = depth + 1; next <= open.length; next += 1)
    history.pushState({ ...(history.state as SheetState | null), [DEPTH]: next }, '');
}

function travel(steps: number): void {
  isTravelling = true;
  history.go(steps);
}

function onPop(event: PopStateEvent): void {
  const depth = depthOf(event.state);
  const isSamePage = keyOfEntry(event.state) === currentEntryKey();
  if (isSamePage && (isTravelling || depth > 0 || open.length > 0))
    event.stopImmediatePropagation();
  if (isTravelling) {
    isTravelling = false;
    for (const resolve of waiting.splice(0)) resolve();
    return settle();
  }
  // This entry belongs to another page, and its sheet is gone. Goes on to the page's own entry after the router.
  if (depth > open.length || !isSamePage) return void setTimeout(settle);
  for (const close of open.slice(depth).reverse()) close();
  // A sheet that refuses to close gets its entry back.
  setTimeout(settle);
}
