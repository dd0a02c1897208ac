import type { Media } from '@roost/contract/media';
import type { Post } from '@roost/contract/posts';
import { PostCard } from '../../src/features/posts/card/post-card.tsx';
import { PostSkeletons } from '../../src/features/posts/card/post-skeleton.tsx';
import { CommentPlaceholder } from '../../src/features/posts/thread/comment-row.tsx';
import { temporaryId } from '../../src/features/posts/post-identity.ts';
import { sampleId } from '../../test/support/sample-id.ts';
import { samplePost, sampleRepost } from '../../test/support/sample-posts.ts';
import { people, picture } from './samples.ts';
import { Section } from './section.tsx';

const [own, mina, long, noor] = people as [
  Post['ownerid'],
  Post['ownerid'],
  Post['ownerid'],
  Post['ownerid'],
];
const { edits } = samplePost('any');
const parent = { _id: sampleId('parent'), media: [], createdAt: '2026-01-01T00:00:00.000Z' };

function write(name: string, content: string, change: Parameters<typeof samplePost>[1] = {}) {
  return samplePost(sampleId(name), { content, ownerid: mina, ...change });
}

const posts: Record<string, Post> = {
  public: write('public', 'Good morning. The first swallows are back: #birds with @mina', {
    mentions: ['mina'],
  }),
  'for followers': write('followers', 'Only for you.', { visibility: 'followers' }),
  'edited, with large counts': write('edited', 'Corrected.', {
    edits: { ...edits, isedited: true, editedAt: '2026-01-01T00:05:00.000Z' },
    stats: { likeCount: 1_234_567, commentCount: 999, repostCount: 12_345 },
    isLikedByCurrentUser: true,
    isBookmarkedByCurrentUser: true,
    isRepostedByCurrentUser: true,
  }),
  'a long name': write('long name', 'The name is cut, and the age stays.', { ownerid: long }),
  'right-to-left text': write('rtl', 'صباح الخير، عادت السنونو اليوم.', { ownerid: noor }),
  'a repost': sampleRepost(sampleId('repost'), write('original', 'Worth a second look.'), noor),
  'an own repost': sampleRepost(sampleId('own repost'), write('second', 'Worth it.'), own),
  'a reply': write('reply', 'I saw them too.', {
    parentPost: { ...parent, content: 'Who saw them?', ownerid: own },
  }),
  'a reply to something hidden': write('hidden', 'I saw them too.', {
    parentPost: { ...parent, isDeleted: true, content: '', ownerid: null },
  }),
  'a long text': write('long text', 'One line of a long text.\n'.repeat(20)),
  'not confirmed': write('pending', 'On its way.', { _id: temporaryId('pending') }),
};

const media: Record<string, Media[]> = {
  'one picture with alt text': [picture('one', 200, { alt: 'A blue field' })],
  'two pictures': [picture('a', 20), picture('b', 60)],
  'three pictures': [picture('c', 100), picture('d', 140), picture('e', 180)],
  'six pictures': [220, 240, 260, 280, 300, 320].map((hue) => picture(`hue ${hue}`, hue)),
  'a picture that is lost': [picture('lost', 0, { url: 'data:image/png,lost' })],
};

export function PostSections() {
  return (
    <Section title="Posts">
      {Object.entries(posts).map(([state, post]) => (
        <Sample key={state} state={state} post={post} />
      ))}
      {Object.entries(media).map(([state, files]) => (
        <Sample key={state} state={state} post={write(state, 'With media', { media: files })} />
      ))}
      <p className="py-3 text-meta text-muted">deleted, with replies below it</p>
      <CommentPlaceholder avatarSize={44} hasRail />
      <p className="pt-3 text-meta text-muted">loading</p>
      <PostSkeletons count={1} />
    </Section>
  );
}

function Sample({ state, post }: { state: string; post: Post }) {
  return (
    <>
      <p className="pt-3 text-meta text-muted">{state}</p>
      <PostCard post={post} />
    </>
  );
}
