import type { Generated } from 'kysely';

export interface FeedTables {
  feed_readers: FeedReaders;
  feed_visits: FeedVisits;
  timelines: Timelines;
  fan_outs: FanOuts;
  popular_posts: PopularPosts;
  loud_posts: LoudPosts;
}

interface FeedReaders {
  user_id: string;
  read_at: Generated<Date>;
  seen: Generated<Buffer>;
  reach: number | null;
  close_ids: Generated<string[]>;
  close_scores: Generated<number[]>;
  close_at: Date | null;
  kept_since: Date | null;
  followed_until: Date | null;
}

interface FeedVisits {
  user_id: string;
  tab: 'foryou' | 'following';
  visit_id: string;
  started_at: Date;
  is_full: boolean;
  list: Buffer;
  originals: Buffer;
}

interface Timelines {
  user_id: string;
  post_id: string;
  author_id: string;
  repost_of_id: string | null;
}

interface FanOuts {
  author_id: string;
  post_id: string;
  repost_of_id: string | null;
  created_at: Generated<Date>;
}

interface LoudPosts {
  post_id: string;
  author_id: string;
  repost_of_id: string | null;
}

interface PopularPosts {
  post_id: string;
  author_id: string;
  people: number;
}
