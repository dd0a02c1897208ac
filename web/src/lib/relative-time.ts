const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const monthDayYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });
const monthOfYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' });

/**
 * The age of a moment as spec §9 words it: '5s', '4m', '3h', then 'Mar 4', with the year from one year onward.
 * An invalid date is 'N/A'; a clock that runs behind the server's gives '0s'.
 */
export function relativeTime(iso: string | null | undefined, now: number = Date.now()): string {
  const then = iso ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(then)) return 'N/A';
  const age = Math.max(0, now - then);
  if (age < MINUTE) return `${Math.floor(age / SECOND)}s`;
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h`;
  return isYearOld(then, now) ? monthDayYear.format(then) : monthDay.format(then);
}

/** Milliseconds until `relativeTime` says something else; undefined once it is a date. */
export function nextChange(iso: string, now: number): number | undefined {
  const age = Math.max(0, now - Date.parse(iso));
  if (Number.isNaN(age) || age >= DAY) return undefined;
  const unit = age < MINUTE ? SECOND : age < HOUR ? MINUTE : HOUR;
  return unit - (age % unit);
}

/** For titles and details: 'March 4, 2026 at 3:05 PM'. */
export function exactTime(iso: string | null | undefined): string {
  const then = iso ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(then) ? 'N/A' : exact.format(then);
}

/** For 'Joined …': 'March 2026'. */
export function monthAndYear(iso: string | null | undefined): string {
  const then = iso ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(then) ? 'N/A' : monthOfYear.format(then);
}

function isYearOld(then: number, now: number): boolean {
  const yearLater = new Date(then);
  yearLater.setFullYear(yearLater.getFullYear() + 1);
  return now >= yearLater.getTime();
}
