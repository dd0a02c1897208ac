/** A comment with its replies, in the order of writing. */
export interface ReplyDraft {
  /** The author's username. */
  by: string;
  text: string;
  replies?: ReplyDraft[];
}

export interface PostDraft {
  text: string;
  /** Fixes the post's age. The other posts spread over the weeks before, in their order. */
  hoursAgo?: number;
  /** The post has far more likes and reposts than most. */
  isLoved?: true;
  /** The default is public. */
  audience?: 'followers';
  /** The author edited it a few minutes later. */
  isEdited?: true;
  /** The subjects of the post's pictures. Otherwise its text and chance decide whether it has pictures. */
  shows?: string;
  replies?: ReplyDraft[];
}

/** One member of the demo, with all posts in the order of writing. */
export interface Persona {
  username: string;
  fullName: string;
  bio: string;
  /** Days since the registration. */
  joined: number;
  /** People with a common interest are likely to follow each other. */
  interests: string[];
  /** Many people without a common interest follow this member. */
  isHub?: true;
  /** The member follows nobody and reacts to nothing. */
  isNewcomer?: true;
  posts: PostDraft[];
}
