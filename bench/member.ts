/** A signed-in person. */
export interface Member {
  id: string;
  cookie: string;
}

/** Two people, and their conversation. */
export interface Pair {
  one: Member;
  other: Member;
  conversationId: string;
}
