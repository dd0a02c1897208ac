import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';

export interface PostTables {
  posts: Posts;
  post_stats: PostStats;
  likes: Likes;
  bookmarks: Reactions;
  author_posts: AuthorPosts;
  thread_posts: ThreadPosts;
  post_engagers: PostEngagers;
  drafts: Drafts;
}

interface Posts {
  id: string;
  author_id: string;
  content: Generated<string>;
  visibility: 'public' | 'followers';
  audience_id: string;
  hidden_if_blocked_ids: string[];
  parent_id: Generated<string | null>;
  root_id: Generated<string | null>;
  repost_of_id: Generated<string | null>;
  hashtags: Generated<string[]>;
  mentions: Generated<string[]>;
  media_ids: Generated<string[]>;
  edit_valid_till: Date;
  edit_chances_left: number;
  edited_at: Generated<Date | null>;
  created_at: CreatedAt;
  deleted_at: Generated<Date | null>;
  withheld_as: Generated<'hidden' | 'removed' | null>;
  search_number: Generated<number | null>;
  is_counted: Generated<boolean>;
}

interface Drafts {
  user_id: string;
  id: string;
  content: Generated<string>;
  visibility: Generated<'public' | 'followers'>;
  parent_id: string | null;
  conversation_id: string | null;
  media_ids: Generated<string[]>;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

interface PostStats {
  post_id: string;
  like_count: Generated<number>;
  comment_count: Generated<number>;
  repost_count: Generated<number>;
  engager_count: Generated<number>;
  popular_since: Generated<Date | null>;
  milestones: Generated<Date[]>;
}

interface Reactions {
  user_id: string;
  post_id: string;
  created_at: CreatedAt;
}

interface Likes extends Reactions {
  is_counted: Generated<boolean>;
}

interface AuthorPosts {
  author_id: string;
  post_id: string;
  kind: 'post' | 'repost' | 'comment';
  repost_of_id: Generated<string | null>;
  visibility: 'public' | 'followers';
  /** Null: unknown. */
  has_media: Generated<boolean | null>;
}

interface ThreadPosts {
  root_id: string;
  parent_id: string;
  post_id: string;
  author_id: string;
  is_deleted: Generated<boolean>;
}

interface PostEngagers {
  post_id: string;
  user_id: string;
}
