// How cached posts change when the viewer follows, blocks or mutes somebody.
import {
  onBlocked,
  onBlockSettled,
  onFollowed,
  onMuted,
  onMuteSettled,
} from '../users/relations/relation-events.ts';
import { removePosts } from './post-cache.ts';
import { postKeys } from './post-keys.ts';

onFollowed((client, userId) => {
  // Posts for followers appear or disappear: at once on the profile, and in the feed at its next opening.
  void client.invalidateQueries({ queryKey: postKeys.user(userId) });
  void client.invalidateQueries({ queryKey: postKeys.feed, refetchType: 'none' });
});

// A block removes the person's posts from every list, with reposts of them, reposts by them and replies to them.
onBlocked((client, userId) =>
  removePosts(client, (row) =>
    [row.ownerid, row.originalPost?.ownerid, row.parentPost?.ownerid].some(
      (person) => person?._id === userId,
    ),
  ),
);

// After an unblock their posts return.
onBlockSettled((client) => void client.invalidateQueries({ queryKey: postKeys.all }));

// A mute removes the person's posts and reposts, and reposts of them, from the lists that nobody opened for this person.
onMuted((client, userId, isRepostsOnly) => {
  const undos = [postKeys.feed, postKeys.searches].map((list) =>
    removePosts(
      client,
      (row) =>
        (row.ownerid._id === userId && (row.isRepost || !isRepostsOnly)) ||
        (row.originalPost?.ownerid._id === userId && !isRepostsOnly),
      list,
    ),
  );
  return () => undos.forEach((undo) => undo());
});

onMuteSettled((client) => {
  for (const queryKey of [postKeys.feed, postKeys.searches])
    void client.invalidateQueries({ queryKey, refetchType: 'none' });
});
