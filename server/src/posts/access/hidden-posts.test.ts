import * as feed from '@roost/contract/feed';
import * as engagers from '@roost/contract/engagers';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import { buildRequest } from '@roost/contract/client';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { endpoints } from '@roost/contract/endpoints';
import * as posts from '@roost/contract/posts';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf } from '../../../test/support/cast.ts';
import { expectFailure } from '../../../test/support/failure.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan: viewer } = await castOf(app);

/** Ids of posts that the viewer may not see, by reason. */
const hidden = new Map<string, string>();

beforeAll(async () => {
  await bob.follow(alice);
  const quiet = await alice.post('quiet', 'followers');
  const answer = await bob.comment(quiet._id, 'answer');
  await alice.comment(answer._id, 'answer to an answer');
  const blocked = await carol.post('of somebody who blocks the viewer');
  await alice.comment(blocked._id, 'under it');
  const { data } = await carol.call(reposts.repost, {
    params: { postId: (await alice.post('open'))._id },
  });
  const { data: ofComment } = await carol.call(reposts.repost, {
    params: { postId: (await alice.comment((await alice.post('open'))._id, 'open, too'))._id },
  });
  const pictured = await alice.post('with a picture', 'followers');
  await sql`update posts set media_ids = array[${newId()}]::uuid[] where id = ${pictured._id}`.execute(
    app.ctx.db,
  );
  await carol.toggleBlock(viewer);
  hidden.set('followers-only', quiet._id);
  hidden.set('a comment under it', answer._id);
  hidden.set('of somebody who blocks', blocked._id);
  hidden.set('a repost by somebody who blocks', data.repost._id);
  hidden.set('a repost of a comment by somebody who blocks', ofComment.repost._id);
  hidden.set('with a picture', pictured._id);
  const gone = await alice.post('gone');
  await alice.call(posts.deletePost, { params: { postId: gone._id } });
  hidden.set('deleted', gone._id);
});

/** Every endpoint that takes a post id, with its body. */
const named: [AnyEndpoint, object?][] = [
  [posts.getPost],
  [posts.editPost, { content: 'changed' }],
  [posts.deletePost],
  [reactions.toggleLike],
  [reposts.repost],
  [reposts.unrepost],
  [reactions.toggleBookmark],
  [posts.listComments],
  [engagers.listLikers],
  [engagers.listReposters],
  [posts.listAncestors],
  [posts.muteThread],
  [posts.unmuteThread],
  [posts.pinPost],
  [posts.unpinPost],
  [feed.showLess],
  [feed.undoShowLess],
];

test('every endpoint that takes a post id is in this table', () => {
  const all = Object.values(endpoints).filter(({ path }) => path.includes(':postId'));
  expect(new Set(named.map(([endpoint]) => endpoint))).toEqual(new Set(all));
});

async function statementsOf(endpoint: AnyEndpoint, id: string, body?: object): Promise<string[]> {
  app.statements.length = 0;
  const request = buildRequest(endpoint, { params: { postId: id }, body } as never);
  const answer = await viewer.client.fetch(request.url, request as RequestInit);
  await expectFailure(answer, 'not_found');
  return [...app.statements];
}

test.each([
  ...named.map(([endpoint, body]) => ({
    endpoint,
    body,
    name: `${endpoint.method} ${endpoint.path}`,
  })),
  { endpoint: posts.createPost as AnyEndpoint, body: { content: 'answer' }, name: 'a comment' },
])(
  '$name sends the same statements for a hidden post as for an unknown one',
  async ({ endpoint, body }) => {
    const send = async (id: string) =>
      statementsOf(
        endpoint,
        id,
        endpoint === posts.createPost ? { ...body, parentPost: id } : body,
      );
    // The first request also looks up the session.
    await send(newId());
    const unknown = await send(newId());
    expect(unknown.length).toBeGreaterThan(0);
    const found = new Map<string, string[]>();
    for (const [reason, id] of hidden) found.set(reason, await send(id));
    for (const [reason, statements] of found) expect(statements, reason).toEqual(unknown);
  },
);
