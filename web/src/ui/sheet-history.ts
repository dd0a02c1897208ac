import { useEffect, useEffectEvent } from 'react';

/**
 * On phones Back closes the topmost sheet rather than leaving the page. Each open sheet has an entry of the
 * history with the page's own state and its depth beside it; the router never hears of steps between such entries,
 * so the page, its key and its place stay as they are.
 */
const DEPTH = 'sheets';

interface EntryState {
  key?: string;
  [DEPTH]?: number;
}

/** What closes each open sheet, the topmost last. */
const open: (() => void)[] = [];
let keyOfPage: () => string = () => 'default';
let isTravelling = false;
const waiting: (() => void)[] = [];

const isPhone = () => matchMedia('(width < 48rem)').matches;
const depthOf = (state: unknown) => (state as EntryState | null)?.[DEPTH] ?? 0;
const keyOf = (state: unknown) => (state as EntryState | null)?.key ?? 'default';

/** Called once, at the start. `pageKey` tells the key of the page the router shows. */
export function watchSheetHistory(pageKey: () => string): void {
  keyOfPage = pageKey;
  addEventListener('popstate', onPop, { capture: true });
  // A reload leaves an entry whose sheet is gone.
  settle();
}

/** Keeps an entry of the history for a sheet while it is open. */
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

/** Resolves once no entry of a closed sheet is on top, so that the page's own entry can be replaced. */
export async function sheetsSettled(): Promise<void> {
  // Closing is an effect of the next drawing.
  await new Promise((drawn) => setTimeout(drawn));
  settle();
  if (isTravelling) await new Promise<void>((resolve) => waiting.push(resolve));
}

/** After all that opens or closes in one go: one sheet following another changes nothing. */
function settleSoon(): void {
  queueMicrotask(settle);
}

function settle(): void {
  if (isTravelling) return;
  const depth = depthOf(history.state);
  if (depth > open.length) travel(open.length - depth);
  for (let next = depth + 1; next <= open.length; next += 1)
    history.pushState({ ...(history.state as EntryState), [DEPTH]: next }, '');
}

function travel(steps: number): void {
  isTravelling = true;
  history.go(steps);
}

function onPop(event: PopStateEvent): void {
  const depth = depthOf(event.state);
  const isSamePage = keyOf(event.state) === keyOfPage();
  if (isSamePage && (isTravelling || depth > 0 || open.length > 0))
    event.stopImmediatePropagation();
  if (isTravelling) {
    isTravelling = false;
    for (const resolve of waiting.splice(0)) resolve();
    return settle();
  }
  // Another page's entry with a sheet that is long gone: on to the page itself, once the router has taken it in.
  if (depth > open.length || !isSamePage) return void setTimeout(settle);
  for (const close of open.slice(depth).reverse()) close();
  // What refuses to close gets its entry again.
  setTimeout(settle);
}
