import type { z } from 'zod';

/** A kind of message between nodes. The file that defines it belongs to the feature that sends it. */
export interface MessageType<Body> {
  readonly name: string;
  /** Checks arriving messages, because another version of Roost or another program may send other shapes. */
  readonly schema: z.ZodType;
  /** Never set. It carries the type. */
  readonly body?: Body;
}

/** A kind of question to all other nodes, with the answer of each. */
export interface QuestionType<Question, Answer> {
  readonly name: string;
  readonly question: z.ZodType<Question>;
  /** A node that cannot answer sends `undefined`, which JSON leaves out. */
  readonly answer: z.ZodType<Answer | undefined>;
}

export function defineMessage<Body>(name: string, schema: z.ZodType<Body>): MessageType<Body> {
  return { name, schema };
}

export function defineQuestion<Question, Answer>(
  name: string,
  question: z.ZodType<Question>,
  answer: z.ZodType<Answer | undefined>,
): QuestionType<Question, Answer> {
  return { name, question, answer };
}

/** The other nodes: all processes that serve the same database. */
export interface Cluster {
  /** Whether there can be no other nodes. */
  readonly isAlone: boolean;
  /** Whether messages get through at the moment. */
  readonly isConnected: boolean;
  /** Resolves when all others have the message, or after a second, because a node may be lost. Never rejects. */
  broadcast<Body>(type: MessageType<Body>, body: Body): Promise<void>;
  /** Receives what others broadcast, never what this node sent itself. `from` names the node. */
  onBroadcast<Body>(type: MessageType<Body>, listener: (body: Body, from: string) => void): void;
  /** Returns the answers that arrive within a second, each with the name of its node. */
  ask<Question, Answer>(
    type: QuestionType<Question, Answer>,
    question: Question,
  ): Promise<{ from: string; answer: Answer | undefined }[]>;
  onQuestion<Question, Answer>(
    type: QuestionType<Question, Answer>,
    answer: (question: Question) => Answer,
  ): void;
  /** Subscribes to messages for this person. Resolves after it succeeds or fails. Each call needs one `unsubscribeFromPerson`. */
  subscribeToPerson(userId: string): Promise<void>;
  unsubscribeFromPerson(userId: string): void;
  /** Sends to the other nodes that subscribe to this person. */
  publish<Body>(userId: string, type: MessageType<Body>, body: Body): void;
  onPublished<Body>(type: MessageType<Body>, listener: (userId: string, body: Body) => void): void;
  /** A node joined or returned. Its messages before that are lost. */
  onJoined(listener: (node: string) => void): void;
  onGone(listener: (node: string) => void): void;
  /** Some messages may be lost, because one shard, or all of them for a moment, did not answer. */
  onMissed(listener: () => void): void;
  /** Messages arrive again. Any message sent before may be lost. */
  onReturned(listener: () => void): void;
  close(): Promise<void>;
}
