import type { DomainEvents } from '../domain-events.ts';

/**
 * What one node tells the others and they must have heard before whoever caused it is answered: what a node remembers of
 * the database would otherwise hold longer than what it is a copy of. Anything that may be heard late is not for here.
 */
export interface NodeNews {
  /** A post or repost that others' feeds must not hide. */
  published: DomainEvents['published'];
  /** Whom these people follow or block is no longer the same. */
  followsChanged: { userIds: string[] };
  sessionsEnded: { sessionIds: string[] };
  /** Until when somebody has Premium changed. */
  premiumSet: { userId: string };
}

/** The other nodes, however many there are. */
export interface Nodes {
  /** Resolves when all others have heard, after a second at the latest: nobody waits for a node that is gone. Never rejects. */
  tellNodes<Name extends keyof NodeNews>(name: Name, news: NodeNews[Name]): Promise<void>;
  /** Hears what others tell, never what this node told itself. */
  onTold<Name extends keyof NodeNews>(name: Name, listener: (news: NodeNews[Name]) => void): void;
}

/** One node by itself: there is nobody to tell. */
export const noOtherNodes: Nodes = {
  tellNodes: async () => {},
  onTold: () => {},
};
