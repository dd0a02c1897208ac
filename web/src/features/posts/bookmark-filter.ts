import type { Post } from '@roost/contract/posts';
import { subjectOf } from './post-identity.ts';

/** Whether a bookmark has these words: in its text, its author's username or full name. Undefined for no words. */
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

/** Without regard to case, width, composition or how many spaces stand between words. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}
