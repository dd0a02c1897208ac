import { onBlocked } from '../users/block.ts';
import { removePosts } from './post-cache.ts';

// Posts of a person who was just blocked leave every list, and so do reposts of and by them and answers to them.
onBlocked((client, userId) =>
  removePosts(client, (row) =>
    [row.ownerid, row.originalPost?.ownerid, row.parentPost?.ownerid].some(
      (person) => person?._id === userId,
    ),
  ),
);
