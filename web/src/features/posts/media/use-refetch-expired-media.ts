import { getPost } from '@roost/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { patchPost } from '../post-cache.ts';
import { isPostId } from '../post-identity.ts';
import { personalSet } from '../../../lib/logout.ts';

/** Failed addresses that were refetched. Each is refetched once, because a deleted picture would repeat forever. */
const asked = personalSet<string>();
/** Posts with a running request. Several failed pictures of one post share it. */
const asking = personalSet<string>();

/** Returns a handler for media that fail to load. Signed addresses expire, so it refetches the post once. */
export function useRefetchExpiredMedia(postId: string): (failedUrl: string) => void {
  const client = useQueryClient();
  return (failedUrl) => {
    if (asked.has(failedUrl) || !isPostId(postId)) return;
    asked.add(failedUrl);
    if (asking.has(postId)) return;
    asking.add(postId);
    void call(getPost, { params: { postId } }, { quiet: true })
      .then(
        ({ data }) => patchPost(client, (data.originalPost ?? data)._id, { media: data.media }),
        // The post is gone or unreachable. The tile shows that.
        () => {},
      )
      .finally(() => asking.delete(postId));
  };
}
