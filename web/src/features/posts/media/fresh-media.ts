import { getPost } from '@roost/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { patchPost } from '../post-cache.ts';
import { isPostId } from '../post-identity.ts';

/** Addresses that failed and were asked anew; each once, or a picture that is gone would be asked for forever. */
const asked = new Set<string>();
/** Posts on their way: of several pictures that failed at once, one asks for all. */
const asking = new Set<string>();

/** For a picture or video that failed to load: signed addresses run out, so its post is asked for anew, once. */
export function useFreshMedia(postId: string): (failedUrl: string) => void {
  const client = useQueryClient();
  return (failedUrl) => {
    if (asked.has(failedUrl) || !isPostId(postId)) return;
    asked.add(failedUrl);
    if (asking.has(postId)) return;
    asking.add(postId);
    void call(getPost, { params: { postId } }, { quiet: true })
      .then(
        ({ data }) => patchPost(client, (data.originalPost ?? data)._id, { media: data.media }),
        // Gone, or out of reach: the tile says so.
        () => {},
      )
      .finally(() => asking.delete(postId));
  };
}
