import { AppError } from '@roost/contract/errors';
import { getFeed } from '@roost/contract/feed';
import { repost } from '@roost/contract/reposts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { samplePost } from '../../../../test/support/sample-posts.ts';
import { feedQueries } from '../post-lists.ts';
import { PostList } from './post-list.tsx';
import { shownList } from './use-list-position.ts';

const feed = (
  <PostList
    query={feedQueries.foryou}
    label="Posts for you"
    empty="Nothing here yet."
    end="You have seen all."
    isOncePerPost
    errorText={(message) => `The feed did not load. ${message}`}
  />
);

function pageOf(names: string[]) {
  const posts = names.map((name) => samplePost(sampleId(name), { content: `About ${name}` }));
  const totalPosts = posts.length;
  const pagination = { currentPage: 1, totalPages: 1, nextCursor: null, totalPosts };
  return success({ posts, pagination, since: sampleId('since') });
}

test('it shows that posts load, and then the posts in their order', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof pageOf>>();
  server.answer(getFeed, () => promise);
  renderApp(feed);
  expect(screen.getByRole('status').textContent).toBe('Loading posts');
  resolve(pageOf(['robins', 'wrens']));
  const list = await screen.findByRole('feed', { name: 'Posts for you' });
  const texts = within(list)
    .getAllByRole('article')
    .map((card) => /About [a-z]+/.exec(card.textContent ?? '')?.[0]);
  expect(texts).toEqual(['About robins', 'About wrens']);
  screen.getByText('You have seen all.');
  expect(screen.queryByRole('status')).toBeNull();
});

test('an empty feed says so', async () => {
  server.answer(getFeed, () => pageOf([]));
  renderApp(feed);
  await screen.findByText('Nothing here yet.');
});

test('a feed that does not load says why, and a press tries again', async () => {
  let isDown = true;
  server.answer(getFeed, () => {
    if (isDown) throw new AppError('unavailable');
    return pageOf(['robins']);
  });
  const { user } = renderApp(feed);
  const alert = await screen.findByText(/^The feed did not load\. The site is not available/);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('About robins');
  expect(alert.isConnected).toBe(false);
});

/** The window has no height here, so the list hides rows that it has not measured. */
const shownRows = () =>
  screen.getAllByRole('article', { hidden: true }).map((card) => {
    const text = card.textContent ?? '';
    const subject = /About ([a-z]+)/.exec(text)?.[1];
    return text.startsWith('You reposted') ? `repost of ${subject}` : subject;
  });

test('at the top, a repost takes the place of its original with the focus, and gives it back', async () => {
  server.answer(getFeed, () => pageOf(['robins', 'wrens', 'owls']));
  server.answer(repost, () => new Promise(() => {}));
  const { user } = renderApp(feed);
  await screen.findByText('About wrens');
  const wrens = () => screen.getByText('About wrens').closest('article')!;
  const button = () => wrens().querySelector<HTMLElement>('[data-shortcut=t]')!;
  await user.click(button());
  expect(shownRows()).toEqual(['repost of wrens', 'robins', 'owls']);
  expect(document.activeElement).toBe(button());
  await user.click(button());
  expect(shownRows()).toEqual(['robins', 'wrens', 'owls']);
  expect(document.activeElement).toBe(button());
});

test('only a list on the page can be scrolled to a row', async () => {
  server.answer(getFeed, () => pageOf(['robins']));
  const { unmount } = renderApp(feed);
  await screen.findByText('About robins');
  expect(shownList.scrollTo).toBeDefined();
  unmount();
  expect(shownList.scrollTo).toBeUndefined();
});
