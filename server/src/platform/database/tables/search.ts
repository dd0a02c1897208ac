export interface SearchTables {
  post_search: PostSearch;
  posting_lists: PostingLists;
  posting_lists_end: PostingListsEnd;
  post_hashtags: PostHashtags;
  trending_hashtags: TrendingHashtags;
  used_hashtags: UsedHashtags;
}

interface PostSearch {
  post_id: string;
  number: number;
  author_id: string;
  visibility: 'public' | 'followers';
  created_at: Date;
  words: string;
}

interface PostingLists {
  segment: number;
  word: string;
  posts: Buffer;
}

interface PostingListsEnd {
  number: number;
}

interface PostHashtags {
  post_id: string;
  tag: string;
  shown: string;
  author_id: string;
  visibility: 'public' | 'followers';
  created_at: Date;
}

interface TrendingHashtags {
  position: number;
  tag: string;
  count: number;
}

interface UsedHashtags {
  tag: string;
  people: number;
}
