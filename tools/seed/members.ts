import { DAY, HOUR, MINUTE, idAt, type Calendar } from './calendar.ts';
import type { Chance } from './chance.ts';
import type { Persona } from './persona.ts';

export interface Member {
  id: string;
  persona: Persona;
  createdAt: Date;
  /** How often they like, repost and bookmark. The usual value is 1. */
  generosity: number;
}

/** The members by username. */
export type Members = Map<string, Member>;

export function makeMembers(personas: Persona[], calendar: Calendar, chance: Chance): Members {
  return new Map(
    personas.map((persona) => {
      const ago = persona.isNewcomer
        ? 40 * MINUTE
        : persona.joined * DAY + chance.next() * 12 * HOUR;
      const createdAt = calendar.take(calendar.now - ago);
      const id = idAt(createdAt);
      const generosity = persona.isNewcomer ? 0 : chance.between(0.4, 1.6);
      return [persona.username, { id, persona, createdAt, generosity }];
    }),
  );
}

export function memberCalled(members: Members, username: string): Member {
  const member = members.get(username);
  if (!member) throw new Error(`Nobody in the demo is called ${username}.`);
  return member;
}
