import * as words from '#words/posts';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';

/** Tells the author that only they see this post, and leads to the decision. */
export function HiddenByModeration() {
  return (
    <Link to={paths.decisions} className="block py-1 text-meta text-muted underline">
      {words.onlyYouSeeThisPost}
    </Link>
  );
}
