import type { Chance } from '../chance.ts';
import { everyone } from '../everyone.ts';
import { rankIn } from './crowd.ts';

const SYLLABLES = 'ka ro mi ten sol vu ar ne bri lo dun fe ha gor pel shi ost wyn que zar'.split(
  ' ',
);
const TOPICS = 400;

/** Writes texts of the demo's words with their frequency, and of rarer words. */
export class Chatter {
  readonly #chance: Chance;
  readonly #words: string[];
  readonly #topics: string[];

  constructor(chance: Chance) {
    this.#chance = chance;
    const texts = everyone.flatMap(({ posts }) => posts.map(({ text }) => text));
    this.#words = texts
      .join(' ')
      .split(/\s+/)
      .filter((word) => /^[\p{L}\p{M}’']+[.,]?$/u.test(word));
    this.#topics = Array.from({ length: TOPICS }, () => this.#coin(2, 3));
  }

  /** A text of a few words to a few lines, sometimes with a hashtag. */
  say(): string {
    const chance = this.#chance;
    const length = 3 + Math.floor(chance.waiting(12));
    const words = Array.from({ length: Math.min(80, length) }, () =>
      chance.isTrue(0.04) ? this.#coin(2, 4) : chance.pick(this.#words),
    );
    if (chance.isTrue(0.2)) words.push(`#${this.#topics[rankIn(TOPICS, chance)]}`);
    return words.join(' ');
  }

  #coin(least: number, most: number): string {
    const length = Math.floor(this.#chance.between(least, most + 1));
    return Array.from({ length }, () => this.#chance.pick(SYLLABLES)).join('');
  }
}
