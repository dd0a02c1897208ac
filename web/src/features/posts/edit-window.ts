import type { Post } from '@roost/contract/posts';
import { useEffect, useState } from 'react';

const SECOND = 1000;

/** Whole seconds in which a post may still be edited; 0 when its window or its chances are over (spec §5). */
export function secondsToEdit(
  { editchancesleft, editvalidtill }: Post['edits'],
  now: number,
): number {
  const left = Date.parse(editvalidtill) - now;
  return editchancesleft > 0 && left > 0 ? Math.ceil(left / SECOND) : 0;
}

/** 872 → '14m 32s'. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`;
}

/** The same, running. */
export function useSecondsToEdit(edits: Post['edits']): number {
  const [now, setNow] = useState(Date.now);
  const left = secondsToEdit(edits, now);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
