import type { OriginalPost, Post } from '@roost/contract/posts';
import { useViewerId } from '../../auth/viewer.ts';
import { Composer, type ReplyBox } from '../../compose/composer.tsx';
import { useCreatePost } from './create-post.ts';
import { postDraftKey } from './post-draft-key.ts';

interface PostComposerProps {
  onSent?: () => void;
  /** The post to reply to. Without it, the composer writes a new post. */
  reply?: ReplyBox & { to: Post | OriginalPost };
}

/** The composer of posts and replies. */
export function PostComposer({ onSent, reply }: PostComposerProps) {
  const draftKey = postDraftKey(useViewerId(), reply?.to);
  const send = useCreatePost(reply?.to);
  return <Composer draftKey={draftKey} send={send} onSent={onSent} reply={reply} />;
}
