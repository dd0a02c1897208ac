import { getPost } from '@roost/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { patchPost } from '../post-cache.ts';
import { isPostId } from '../post-identity.ts';
import { personalSet } from '../../../lib/logout.ts';
import { createSingleFlight } from '../../../lib/single-flight.ts';

/** Failed addresses that were refetched. Each is refetched once, because a deleted picture would repeat forever. */
const asked = personalSet<string>();
/** Several failed pictures of one post share a request. */
const refetch = createSingleFlight<unknown>();

/** Returns a handler for media that fail to load. Signed addresses expire, so it refetches the post once. */
export function useRefetchExpiredMedia(postId: string): (failedUrl: string) => void {
  const client = useQueryClient();
  return (failedUrl) => {
    if (asked.has(failedUrl) || !isPostId(postId)) return;
    asked.add(failedUrl);
    void refetch(postId, () =>
      call(getPost, { params: { postId } }, { quiet: true }).then(
        ({ data }) => patchPost(client, (data.originalPost ?? data)._id, { media: data.media }),
        // The post is gone or unreachable. The tile shows that.
        () => {},
      ),
    );
  };
}
