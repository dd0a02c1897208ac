import { v7 as newId } from 'uuid';
import type { Chance } from './chance.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The age of the demo's oldest posts, in milliseconds. */
export const WEEKS = 4 * 7 * DAY;

/** The activity in each hour of the day (UTC). Evenings are long, because people live in many time zones. */
const hours = [2, 1, 1, 1, 2, 4, 7, 9, 8, 6, 5, 6, 8, 7, 5, 5, 6, 8, 10, 12, 12, 10, 7, 4];
const busiest = Math.max(...hours);
const SUNDAY = 0;
const SATURDAY = 6;

/** Chooses the times of events. None is in the future, and no two share a millisecond, so ids sort like times. */
export class Calendar {
  readonly now: number;
  readonly #chance: Chance;
  readonly #taken = new Set<number>();

  constructor(now: Date, chance: Chance) {
    this.now = now.getTime();
    this.#chance = chance;
  }

  /** `count` sorted times between two moments. Busy hours get more of them. */
  spread(count: number, from: number, to: number): number[] {
    return Array.from({ length: count }, () => this.#lively(from, to)).sort((a, b) => a - b);
  }

  /** A random time within that hour. */
  around(hoursAgo: number): number {
    return this.now - (hoursAgo - this.#chance.next() * 0.9) * HOUR;
  }

  /** A random time after `moment` and before now. */
  after(moment: number, mean: number): number {
    const left = this.now - moment;
    return (
      moment +
      Math.min(MINUTE / 2 + this.#chance.waiting(mean), left * this.#chance.between(0.1, 0.6))
    );
  }

  /** This moment, or the next free millisecond. */
  take(moment: number): Date {
    let free = Math.floor(moment);
    while (this.#taken.has(free)) free += 1;
    this.#taken.add(free);
    return new Date(free);
  }

  #lively(from: number, to: number): number {
    for (;;) {
      const moment = this.#chance.between(from, to);
      const date = new Date(moment);
      const isWeekend = [SUNDAY, SATURDAY].includes(date.getUTCDay());
      const weight = (hours[date.getUTCHours()] ?? 1) * (isWeekend ? 1 : 0.75);
      if (this.#chance.isTrue(weight / busiest)) return moment;
    }
  }
}

/** A new id with the time of that moment. */
export function idAt(moment: Date): string {
  return newId({ msecs: moment.getTime() });
}
