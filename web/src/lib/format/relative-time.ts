import * as words from '#words/lib';
import { dateFormat } from '../locale.ts';
import { wallClock } from '../wall-clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const monthDay = dateFormat({ month: 'short', day: 'numeric' });
const monthDayYear = dateFormat({
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const exact = dateFormat({ dateStyle: 'long', timeStyle: 'short' });
const brief = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
const monthOfYear = dateFormat({ month: 'long', year: 'numeric' });

/**
 * The age of a moment in short words: '5s', '4m', '3h', then 'Mar 4', with the year from one year on.
 * An invalid date gives 'N/A'. If this clock runs behind the server's, the age is '0s'.
 */
export function relativeTime(iso: string | null | undefined, now: number = wallClock()): string {
  const then = iso ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(then)) return words.notADate;
  const age = Math.max(0, now - then);
  if (age < MINUTE) return words.secondsAgo({ seconds: Math.floor(age / SECOND) });
  if (age < HOUR) return words.minutesAgo({ minutes: Math.floor(age / MINUTE) });
  if (age < DAY) return words.hoursAgo({ hours: Math.floor(age / HOUR) });
  return isYearOld(then, now) ? monthDayYear.format(then) : monthDay.format(then);
}

/**
 * The milliseconds until the text of `relativeTime` changes, up to the next full second of the clock. So all ages on a page change
 * in one frame. Undefined if the text is a date.
 */
export function refreshDelay(iso: string, now: number): number | undefined {
  const age = Math.max(0, now - Date.parse(iso));
  if (Number.isNaN(age) || age >= DAY) return undefined;
  const unit = age < MINUTE ? SECOND : age < HOUR ? MINUTE : HOUR;
  const change = now + unit - (age % unit);
  return Math.ceil(change / SECOND) * SECOND - now;
}

/** For titles and details: 'March 4, 2026 at 3:05 PM'. */
export function exactTime(iso: string | null | undefined): string {
  const then = iso ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(then) ? words.notADate : exact.format(then);
}

/** For the end of something: 'Mar 4, 2026, 3:05 PM'. */
export function briefTime(iso: string): string {
  return brief.format(Date.parse(iso));
}

/** For 'Joined …': 'March 2026'. */
export function monthAndYear(iso: string | null | undefined): string {
  const then = iso ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(then) ? words.notADate : monthOfYear.format(then);
}

function isYearOld(then: number, now: number): boolean {
  const yearLater = new Date(then);
  yearLater.setFullYear(yearLater.getFullYear() + 1);
  return now >= yearLater.getTime();
}
