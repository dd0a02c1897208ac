/** An answer to a post, with those it drew itself, in the order they were written. */
export interface ReplyDraft {
  /** Username of who writes it. */
  by: string;
  text: string;
  replies?: ReplyDraft[];
}

export interface PostDraft {
  text: string;
  /** Pins the post into the last day or two; others spread over the weeks before, in their order. */
  hoursAgo?: number;
  /** Drew far more likes and reposts than most. */
  isLoved?: true;
  /** Absent: public. */
  audience?: 'followers';
  /** Its author corrected it a few minutes later. */
  isEdited?: true;
  replies?: ReplyDraft[];
}

/** One member of the demo, with everything they ever said in the order they said it. */
export interface Persona {
  username: string;
  fullName: string;
  bio: string;
  /** Days since they registered. */
  joined: number;
  /** Who shares one is likely to follow each other. */
  interests: string[];
  /** Followed by many who share nothing with them. */
  isHub?: true;
  /** Follows nobody, and reacts to nothing. */
  isNewcomer?: true;
  posts: PostDraft[];
}
