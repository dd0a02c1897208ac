import { v7 as newId } from 'uuid';
import type { Chance } from './chance.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How far back the demo's posts go. */
export const WEEKS = 4 * 7 * DAY;

/** How much is going on in each hour of the day (UTC); evenings are long, since people live east and west. */
const hours = [2, 1, 1, 1, 2, 4, 7, 9, 8, 6, 5, 6, 8, 7, 5, 5, 6, 8, 10, 12, 12, 10, 7, 4];
const busiest = Math.max(...hours);
const SUNDAY = 0;
const SATURDAY = 6;

/** When things happened: never after now, and no two at the same millisecond, so ids and times sort alike. */
export class Calendar {
  readonly now: number;
  readonly #chance: Chance;
  readonly #taken = new Set<number>();

  constructor(now: Date, chance: Chance) {
    this.now = now.getTime();
    this.#chance = chance;
  }

  /** Times between two moments, in order, thicker where people are awake. */
  spread(count: number, from: number, to: number): number[] {
    return Array.from({ length: count }, () => this.#lively(from, to)).sort((a, b) => a - b);
  }

  /** Within that hour: nobody posts on the stroke of it. */
  around(hoursAgo: number): number {
    return this.now - (hoursAgo - this.#chance.next() * 0.9) * HOUR;
  }

  /** A while after something, within what is left until now. */
  after(moment: number, mean: number): number {
    const left = this.now - moment;
    return (
      moment +
      Math.min(MINUTE / 2 + this.#chance.waiting(mean), left * this.#chance.between(0.1, 0.6))
    );
  }

  /** That moment, or the next millisecond nobody has yet. */
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

/** An id as it would have been made at that moment. */
export function idAt(moment: Date): string {
  return newId({ msecs: moment.getTime() });
}
