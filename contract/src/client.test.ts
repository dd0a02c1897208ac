import { expect, test } from 'vitest';
import { endSession, login } from './auth.ts';
import { buildRequest } from './client.ts';
import { createPost, getPost } from './posts.ts';
import { getFeed } from './feed.ts';
import { follow } from './relations.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

test('params and queries are escaped', () => {
  const { url } = buildRequest(endSession, { params: { sessionId: 'a/../b?c#d%' } });
  expect(url).toBe('/api/auth/sessions/a%2F..%2Fb%3Fc%23d%25');
  expect(buildRequest(getFeed, { query: { page: 2, cursor: 'a&b=c' } }).url).toBe(
    '/api/posts/feed?page=2&cursor=a%26b%3Dc',
  );
});

test('undefined values are not sent', () => {
  const { url, body } = buildRequest(getFeed, { query: { page: undefined, cursor: undefined } });
  expect([url, body]).toEqual(['/api/posts/feed', undefined]);
  const form = buildRequest(createPost, { body: { content: 'x' } }).body as FormData;
  expect([...form.keys()]).toEqual(['content']);
});

test('a body has the encoding of its endpoint, and a key is a header', () => {
  const json = buildRequest(login, { body: { email: 'a', password: 'b' } });
  expect(json).toMatchObject({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"email":"a","password":"b"}',
  });
  const bare = buildRequest(follow, { params: { userId: ID }, idempotencyKey: 'k' });
  expect(bare).toMatchObject({
    method: 'POST',
    headers: { 'Idempotency-Key': 'k' },
    body: undefined,
  });
  expect(buildRequest(getPost, { params: { postId: ID } }).headers).toEqual({});
});
