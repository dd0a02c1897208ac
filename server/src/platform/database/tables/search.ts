export interface SearchTables {
  post_search: PostSearch;
  word_lists: WordLists;
  word_lists_end: WordListsEnd;
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

interface WordLists {
  block: number;
  word: string;
  posts: Buffer;
}

interface WordListsEnd {
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
