// A bare Fastify that answers every request with the same page of ten posts. It has no database, no sessions and no rules.
import fastify from 'fastify';

/** About the size of a page of the feed. */
const PAGE_BYTES = 12_000;
const PAGE_POSTS = 10;

const empty = postOf('');
const room = Math.floor(PAGE_BYTES / PAGE_POSTS) - JSON.stringify(empty).length - 1;
const posts = Array.from({ length: PAGE_POSTS }, () =>
  postOf('and then we walked '.repeat(99).slice(0, room)),
);
const page = { status: 'success', data: { posts } };

const app = fastify();
app.all('/*', () => page);
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
console.log('listening');
// A lost IPC channel means that the parent process is gone.
for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => process.exit(0));

/** The objects have the shape of Roost's posts, so that their JSON costs the same. */
function postOf(content: string) {
  const id = '01890000-0000-7000-8000-000000000000';
  const time = '2026-01-01T00:00:00.000Z';
  return {
    _id: id,
    ownerid: {
      _id: id,
      username: 'somebody',
      fullName: 'Some Body',
      avatar: null,
      premium: { isActive: false },
      isFollowingByCurrentUser: true,
      isBlockedByCurrentUser: false,
    },
    content,
    media: [],
    visibility: 'public',
    parentPost: null,
    isRepost: false,
    originalPost: null,
    hashtags: [],
    mentions: [],
    stats: { likeCount: 1, commentCount: 1, repostCount: 1 },
    isLikedByCurrentUser: false,
    isBookmarkedByCurrentUser: false,
    isRepostedByCurrentUser: false,
    isThreadMuted: false,
    edits: { isedited: false, editedAt: null, editvalidtill: time, editchancesleft: 3 },
    createdAt: time,
    updatedAt: time,
  };
}
