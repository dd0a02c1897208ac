import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';

export interface ListTables {
  people_lists: PeopleLists;
  list_members: ListMembers;
  kept_feeds: KeptFeeds;
  less_shown: LessShown;
}

interface PeopleLists {
  owner_id: string;
  list_id: string;
  name: string;
  created_at: CreatedAt;
  position: Generated<number | null>;
}

interface ListMembers {
  owner_id: string;
  list_id: string;
  member_id: string;
  created_at: CreatedAt;
}

/** A hashtag or a search that somebody keeps as a feed. */
interface KeptFeeds {
  owner_id: string;
  feed_id: string;
  kind: 'hashtag' | 'query';
  value: string;
  folded: string;
  created_at: CreatedAt;
  position: Generated<number | null>;
}

/** A post of which somebody said "Not this". */
interface LessShown {
  user_id: string;
  post_id: string;
  author_id: string;
  kind: 'followed' | 'reposted' | 'stranger';
  created_at: Generated<Date>;
}
