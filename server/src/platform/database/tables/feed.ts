import type { Generated } from 'kysely';

export interface FeedTables {
  feed_readers: FeedReaders;
  feed_snapshots: FeedSnapshots;
  feed_pages: FeedPages;
  timelines: Timelines;
  fan_outs: FanOuts;
  popular_posts: PopularPosts;
  high_fan_out_posts: HighFanOutPosts;
}

interface FeedReaders {
  user_id: string;
  read_at: Generated<Date>;
  affinity_ids: Generated<string[]>;
  affinity_scores: Generated<number[]>;
  affinity_at: Date | null;
  timeline_since: Date | null;
  followed_until: Date | null;
}

interface FeedSnapshots {
  user_id: string;
  tab: 'foryou' | 'following';
  slot: number;
  snapshot_id: string;
  started_at: Date;
  look_back_ms: number | null;
  post_ids: string[];
  original_ids: (string | null)[];
}

interface FeedPages {
  user_id: string;
  page_id: string;
  post_ids: string[];
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

interface HighFanOutPosts {
  post_id: string;
  author_id: string;
  repost_of_id: string | null;
}

interface PopularPosts {
  post_id: string;
  author_id: string;
  engager_count: number;
}
