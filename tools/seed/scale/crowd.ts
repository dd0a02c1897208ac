import { idAt } from '../calendar.ts';
import type { Chance } from '../chance.ts';
import { everyone } from '../everyone.ts';

export interface Stranger {
  id: string;
  username: string;
  fullName: string;
  createdAt: Date;
}

const DAY = 86_400_000;

/** Makes `count` people with mixed names of the demo. Earlier people are better known. */
export function makeCrowd(size: number, now: number, chance: Chance): Stranger[] {
  const names = everyone.map(({ fullName }) => fullName.split(' '));
  const firsts = names.map((parts) => parts[0] ?? '');
  const lasts = names.map((parts) => parts.at(-1) ?? '');
  return Array.from({ length: size }, (_, number) => {
    const first = chance.pick(firsts);
    const last = chance.pick(lasts);
    const createdAt = new Date(now - chance.between(30, 700) * DAY);
    const plain = first
      .normalize('NFKD')
      .replace(/[^A-Za-z]/g, '')
      .slice(0, 12)
      .toLowerCase();
    return {
      id: idAt(createdAt),
      username: `${plain || 'member'}_${number}`,
      fullName: `${first} ${last}`,
      createdAt,
    };
  });
}

/** An index of a list of this length, by a Zipf distribution. */
export function rankIn(length: number, chance: Chance): number {
  return Math.min(length - 1, Math.floor(length ** chance.next()) - 1 + Number(chance.isTrue(0.3)));
}
