// How cached posts change when the viewer follows or blocks somebody.
import { onBlocked, onBlockSettled, onFollowed } from '../users/relations/relation-events.ts';
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
