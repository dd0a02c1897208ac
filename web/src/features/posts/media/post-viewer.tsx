import * as words from '#words/posts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { navigate, useLocation } from '../../../lib/router/router.tsx';
import { useRefetchExpiredMedia } from './use-refetch-expired-media.ts';
import {
  useLeaveViewer,
  useReplyUnderViewer,
  useViewerLink,
  type ViewerTarget,
} from './viewer-link.ts';
import { PostActions } from '../actions/post-actions.tsx';
import { isToReply, subjectOf } from '../post-identity.ts';
import { postQuery } from '../post.query.ts';
import { MediaViewer } from '../../media/viewer/media-viewer.tsx';
import { nameOf } from '../../../ui/name-of.ts';

interface PostViewerProps extends ViewerTarget {
  open: boolean;
  onClosed: () => void;
}

/** The media viewer of one post. The address contains the shown picture. */
export function PostViewer({ postId, photo, open, onClosed }: PostViewerProps) {
  const client = useQueryClient();
  const location = useLocation();
  const linkTo = useViewerLink();
  const leave = useLeaveViewer();
  const reply = useReplyUnderViewer(postId);
  const { data: post } = useQuery(postQuery(client, postId));
  const askAnew = useRefetchExpiredMedia(postId);
  const isNothing = post === null || post?.media.length === 0;

  function turn(next: number) {
    const { to, ...options } = linkTo({ postId, photo: next });
    const state: unknown = location.state;
    navigate(to, { ...options, state, replace: true });
  }
  useEffect(() => {
    if (open && isNothing) leave();
  });

  if (!post || isNothing) return null;
  const subject = subjectOf(post);
  const { _id, ownerid, media } = subject;
  return (
    <MediaViewer
      id={_id}
      label={words.mediaOf({ name: nameOf(ownerid) })}
      media={media}
      photo={photo}
      open={open}
      onTurn={turn}
      onClose={leave}
      onClosed={onClosed}
      onLost={askAnew}
      actions={<PostActions post={subject} onReply={reply} replacesEntry />}
      keepsFocus={isToReply(location.state)}
    />
  );
}
