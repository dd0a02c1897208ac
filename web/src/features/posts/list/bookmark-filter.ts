import type { Post } from '@roost/contract/posts';
import { normalized } from '@roost/contract/text/words';
import { subjectOf } from '../post-identity.ts';

/** Returns a filter for bookmarks: the post's text or its author's names contain the words. Undefined for no words. */
export function bookmarkFilter(words: string): ((post: Post) => boolean) | undefined {
  const wanted = folded(words.trim().replace(/^@/, ''));
  if (wanted === '') return undefined;
  return (post) => {
    const { content, ownerid } = subjectOf(post);
    return [content, ownerid.username, ownerid.fullName].some((text) =>
      folded(text).includes(wanted),
    );
  };
}

/** Normalises case, width, composition and spaces. */
function folded(text: string): string {
  return normalized(text, 'NFKC').toLowerCase().replace(/\s+/g, ' ');
}
