import { sizeOf, type Sizes } from '../benchmark.ts';
import type { DatasetSize } from './dataset.ts';

/** The default size of the network for `requests`. */
export const NETWORK = { people: 20_000, posts: 400_000, followers: 20_000 };

export function networkOf(sizes: Sizes): DatasetSize {
  return {
    people: sizeOf(sizes, 'people'),
    posts: sizeOf(sizes, 'posts'),
    followers: sizeOf(sizes, 'followers'),
  };
}
