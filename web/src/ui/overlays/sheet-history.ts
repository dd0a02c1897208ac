import { useEffect, useEffectEvent } from 'react';
import { changeHistory, keyOfEntry } from '../../lib/router/location.ts';
import { currentEntryKey, historyStep } from '../../lib/router/router.tsx';

/**
 * Back closes the topmost sheet, which is a dialog, drawer or viewer, and does not leave the page. Each open sheet has a history entry
 * with the page's own state and the depth of the sheet. The router does not receive steps between such entries. So the page,
 * its key and its scroll position stay.
 */
const DEPTH = 'sheets';

interface SheetState {
  [DEPTH]?: number;
}

/** The close functions of the open sheets. The topmost is last. */
const open: (() => void)[] = [];
/** Ends the wait for a step that does not arrive. Undefined while none is under way. */
let travelling: ReturnType<typeof setTimeout> | undefined;
/** The functions that run when the step has arrived. */
const waiting: (() => void)[] = [];
/** Browsers ignore a step after too many of them. */
const STEP_TIMEOUT_MS = 1_000;

const depthOf = (state: unknown) => (state as SheetState | null)?.[DEPTH] ?? 0;

/** Called once, at the start. */
export function watchSheetHistory(): void {
  addEventListener('popstate', onPop, { capture: true });
  historyStep.defer = defer;
  // After a reload, the sheet of this entry is gone.
  settle();
}

/** Whether the current history entry belongs to a sheet. */
export const isUnderSheet = (): boolean => open.length > 0 || depthOf(history.state) > 0;

/** Keeps a history entry for a sheet while it is open. */
export function useClosedByBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
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
  if (travelling !== undefined) await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Runs after all sheets that open or close together. If one sheet replaces another, the history stays. */
function settleSoon(): void {
  queueMicrotask(settle);
}

function settle(): void {
  if (travelling !== undefined) return;
  const depth = depthOf(history.state);
  if (depth > open.length) travel(open.length - depth);
  // Without its entry, a sheet still closes by its own buttons.
  for (let next = depth + 1; next <= open.length; next += 1)
    if (!changeHistory('push', { ...(history.state as SheetState | null), [DEPTH]: next })) return;
}

function travel(steps: number): void {
  travelling = setTimeout(endTravel, STEP_TIMEOUT_MS);
  history.go(steps);
}

/** Keeps a navigation until the entries of closed sheets are gone. It would replace such an entry, or stand on top of it. */
function defer(navigation: () => void): boolean {
  if (depthOf(history.state) > open.length) settle();
  if (travelling === undefined) return false;
  waiting.push(navigation);
  return true;
}

function endTravel(): void {
  clearTimeout(travelling);
  travelling = undefined;
  for (const run of waiting.splice(0)) run();
}

function onPop(event: PopStateEvent): void {
  const depth = depthOf(event.state);
  const isSamePage = keyOfEntry(event.state) === currentEntryKey();
  const isOwnStep = travelling !== undefined;
  if (isSamePage && (isOwnStep || depth > 0 || open.length > 0)) event.stopImmediatePropagation();
  if (isOwnStep) {
    endTravel();
    return settle();
  }
  // This entry belongs to another page, and its sheet is gone. Goes on to the page's own entry after the router.
  if (depth > open.length || !isSamePage) return void setTimeout(settle);
  for (const close of open.slice(depth).reverse()) close();
  // A sheet that refuses to close gets its entry back.
  setTimeout(settle);
}
