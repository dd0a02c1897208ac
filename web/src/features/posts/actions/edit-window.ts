import * as words from '#words/posts';
import type { Post } from '@roost/contract/posts';
import { useEffect, useState } from 'react';
import { durationParts, twoDigits } from '../../../lib/format/duration.ts';
import { wallClock } from '../../../lib/wall-clock.ts';

const SECOND_MS = 1000;

/** Whole seconds in which the author may still edit the post. 0 when the time is over or no edits are left. */
export function secondsToEdit(
  { editchancesleft, editvalidtill }: Post['edits'],
  now: number,
): number {
  const left = Date.parse(editvalidtill) - now;
  return editchancesleft > 0 && left > 0 ? Math.ceil(left / SECOND_MS) : 0;
}

/** 872 → '14m 32s left'. */
export function timeLeft(total: number): string {
  const { hours, minutes, seconds } = durationParts(total);
  return words.timeLeft({ minutes: 60 * hours + minutes, seconds: twoDigits(seconds) });
}

/** The same as `secondsToEdit`, updated every second. */
export function useSecondsToEdit(edits: Post['edits']): number {
  const [now, setNow] = useState(wallClock);
  const left = secondsToEdit(edits, now);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(wallClock()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
