import type { DomainEvents } from '../domain-events.ts';
import type { AskedVisit, CarriedVisit } from '../feed/carried-visit.ts';
import type { StreamRow } from '../streams/stream.queries.ts';

/**
 * What one node tells all others. What they remember of the database, and would hold longer than what it is a copy of, they
 * must have heard of before whoever caused it is answered (`sessionsEnded`, `premiumSet`, `published`, `followsChanged`).
 */
export interface NodeNews extends Pick<
  DomainEvents,
  | 'followed'
  | 'unfollowed'
  | 'blocked'
  | 'unblocked'
  | 'talksChanged'
  | 'callMoved'
  | 'mediaReady'
  | 'sessionsEnded'
  | 'premiumSet'
  | 'published'
> {
  /** Whom these people follow or block is no longer the same. */
  followsChanged: { userIds: string[] };
  /** Who came into sight at the node that tells, or went out of it. */
  presence: { changes: (readonly [userId: string, isOnline: boolean])[] };
}

/** What is told to those nodes only that somebody has a socket at. */
export interface PersonNews {
  /** The person's stream grew by these. */
  grown: { rows: StreamRow[] };
  /** An event for all of the person's tabs, which is the same for each. */
  said: { event: string; payload: unknown[] };
}

/** What a node asks all others, and what each answers. */
export interface NodeQuestions {
  /** Which of these people are in sight at your place? */
  whoIsOnline: { asked: { ids: string[] }; answer: string[] };
  /** Do you hold this visit of a feed? It may not be written down yet. */
  whoseVisit: { asked: AskedVisit; answer: CarriedVisit | null };
}

type Question<Name extends keyof NodeQuestions> = NodeQuestions[Name]['asked'];
type Answer<Name extends keyof NodeQuestions> = NodeQuestions[Name]['answer'];

/** The other nodes, however many there are: processes that serve the same database. */
export interface Nodes {
  /** Whether there can be others at all. */
  readonly isAlone: boolean;
  /** Whether what is told gets through at the moment. */
  readonly isConnected: boolean;
  /** Resolves when all others have heard, after a second at the latest: nobody waits for a node that is gone. Never rejects. */
  tellNodes<Name extends keyof NodeNews>(name: Name, news: NodeNews[Name]): Promise<void>;
  /** Hears what others tell, never what this node told itself. `from` names the node. */
  onTold<Name extends keyof NodeNews>(
    name: Name,
    listener: (news: NodeNews[Name], from: string) => void,
  ): void;
  /** What the others answer within a second, each with the node it is from. */
  askNodes<Name extends keyof NodeQuestions>(
    name: Name,
    question: Question<Name>,
  ): Promise<{ from: string; answer: Answer<Name> }[]>;
  onAsked<Name extends keyof NodeQuestions>(
    name: Name,
    answer: (question: Question<Name>) => Answer<Name>,
  ): void;
  /** Hears news of this person from now on; resolves when that is so, or can't be just now. Once for each `leave`. */
  follow(userId: string): Promise<void>;
  leave(userId: string): void;
  /** Tells the other nodes that follow this person. */
  tellPerson<Name extends keyof PersonNews>(
    userId: string,
    name: Name,
    news: PersonNews[Name],
  ): void;
  onPerson<Name extends keyof PersonNews>(
    name: Name,
    listener: (userId: string, news: PersonNews[Name]) => void,
  ): void;
  /** A node was heard of for the first time, or again; what it told before that is lost. */
  onJoined(listener: (node: string) => void): void;
  onGone(listener: (node: string) => void): void;
  /** Some of what was told may not have come, though the rest did: one shard was away, or all for a moment. */
  onMissed(listener: () => void): void;
  /** What is told gets through again: anything can have been missed. */
  onReturned(listener: () => void): void;
  close(): Promise<void>;
}

/** One node by itself: there is nobody to tell. */
export const noOtherNodes: Nodes = {
  isAlone: true,
  isConnected: true,
  tellNodes: async () => {},
  onTold: () => {},
  askNodes: async () => [],
  onAsked: () => {},
  follow: async () => {},
  leave: () => {},
  tellPerson: () => {},
  onPerson: () => {},
  onJoined: () => {},
  onGone: () => {},
  onMissed: () => {},
  onReturned: () => {},
  close: async () => {},
};
