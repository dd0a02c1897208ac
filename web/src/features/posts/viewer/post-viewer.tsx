import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFreshMedia } from '../media/fresh-media.ts';
import { isOverPage, pageOf, useViewerLink, type ViewerTarget } from '../media/viewer-link.ts';
import { subjectOf } from '../post-identity.ts';
import { postQuery } from '../post.query.ts';
import { MediaViewer } from './media-viewer.tsx';

interface PostViewerProps extends ViewerTarget {
  open: boolean;
  onClosed: () => void;
}

/** The viewer of one post, in step with the address. */
export function PostViewer({ postId, photo, open, onClosed }: PostViewerProps) {
  const client = useQueryClient();
  const location = useLocation();
  const navigate = useNavigate();
  const linkTo = useViewerLink();
  const { data: post } = useQuery(postQuery(client, postId));
  const askAnew = useFreshMedia(postId);
  const isNothing = post === null || post?.media.length === 0;

  function leave() {
    if (isOverPage(location)) void navigate(-1);
    else void navigate(pageOf(location), { replace: true, preventScrollReset: true });
  }
  function turn(next: number) {
    const { to, ...options } = linkTo({ postId, photo: next });
    const state: unknown = location.state;
    void navigate(to, { ...options, state, replace: true });
  }
  useEffect(() => {
    if (open && isNothing) leave();
  });

  if (!post || isNothing) return null;
  const { _id, ownerid, media } = subjectOf(post);
  return (
    <MediaViewer
      id={_id}
      name={ownerid.fullName || ownerid.username}
      media={media}
      photo={photo}
      open={open}
      onTurn={turn}
      onClose={leave}
      onClosed={onClosed}
      onLost={askAnew}
    />
  );
}
