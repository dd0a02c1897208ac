import { getFeed } from '@roost/contract/feed';
import { toggleBookmark, toggleLike } from '@roost/contract/reactions';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { server, success } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { sampleId } from '../../../test/support/sample-id.ts';
import { samplePost } from '../../../test/support/sample-posts.ts';
import { feedQueries } from '../../features/posts/post-lists.ts';
import { PostList } from '../../features/posts/list/post-list.tsx';
import { hasPaletteKey, hasSingleKeys } from '../../lib/keys/key-choices.ts';
import { claimSingleKeys } from '../../lib/keys/single-keys.ts';
import { paths } from '../../paths.ts';
import { Keyboard } from './keyboard.tsx';
import { SEQUENCE_MS } from './use-keys.ts';

const onPost = vi.fn();

afterEach(() => {
  onPost.mockClear();
  hasSingleKeys.set(true);
  hasPaletteKey.set(true);
});

/** Renders a page with two posts, a text field and the keyboard. */
async function open() {
  server.answer(getFeed, () => {
    const posts = ['robins', 'wrens'].map((name) =>
      samplePost(sampleId(name), { content: `About ${name}` }),
    );
    const pagination = { currentPage: 1, totalPages: 1, nextCursor: null, totalPosts: 2 };
    return success({ posts, pagination, since: sampleId('since') });
  });
  const { user } = renderApp(
    <>
      <main id="content" tabIndex={-1}>
        <PostList
          query={feedQueries.foryou}
          label="Posts for you"
          empty="Nothing here yet."
          errorText={(message) => message}
        />
        <input aria-label="Field" />
      </main>
      <Keyboard onPost={onPost} onLogOut={async () => {}} />
    </>,
  );
  const posts = await screen.findAllByRole('article');
  return { user, first: posts[0]!, second: posts[1]! };
}

const focused = () => document.activeElement;
const path = () => location.pathname;

test('J and K move from post to post, and say when there is none', async () => {
  const { user, first, second } = await open();
  await user.keyboard('j');
  expect(focused()).toBe(first);
  await user.keyboard('j');
  expect(focused()).toBe(second);
  await user.keyboard('j');
  expect(focused()).toBe(second);
  screen.getByText('That was the last post.');
  await user.keyboard('k');
  expect(focused()).toBe(first);
  await user.keyboard('k');
  expect(focused()).toBe(first);
});

test('Page Down and Page Up move from post to post, also without single keys', async () => {
  const { user, first, second } = await open();
  hasSingleKeys.set(false);
  first.focus();
  await user.keyboard('{PageDown}');
  expect(focused()).toBe(second);
  await user.keyboard('{PageUp}');
  expect(focused()).toBe(first);
});

test('L presses the like of the focused post, and says what happened', async () => {
  const liked = server.answer(toggleLike, () =>
    success({ liked: true, postId: sampleId('wrens'), likeCount: 1 }),
  );
  const { user, second } = await open();
  second.focus();
  await user.keyboard('l');
  await waitFor(() => expect(liked).toHaveBeenCalledOnce());
  expect(liked.mock.lastCall?.[0].params.postId).toBe(sampleId('wrens'));
  screen.getByText('Liked');
  const button = second.querySelector('[data-shortcut=l]');
  await waitFor(() => expect(button?.ariaPressed).toBe('true'));
});

test('a key acts on the post that contains the focus, and on none without one', async () => {
  const saved = server.answer(toggleBookmark, () => success({ bookmarked: true, bookmarks: [] }));
  const { user, first } = await open();
  await user.keyboard('b');
  first.querySelector<HTMLElement>('button')?.focus();
  await user.keyboard('b');
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(saved.mock.lastCall?.[0].params.postId).toBe(sampleId('robins'));
});

test('a held key steps on, and toggles only once', async () => {
  const liked = server.answer(toggleLike, () =>
    success({ liked: true, postId: sampleId('wrens'), likeCount: 1 }),
  );
  const { first, second } = await open();
  for (const repeat of [false, true]) fireEvent.keyDown(document.body, { key: 'j', repeat });
  expect(focused()).toBe(second);
  for (const repeat of [false, true, true]) fireEvent.keyDown(second, { key: 'l', repeat });
  await waitFor(() => expect(liked).toHaveBeenCalledOnce());
  expect(first.querySelector('[data-shortcut=l]')?.ariaPressed).toBe('false');
});

test('G and then B opens the bookmarks, and B alone does not', async () => {
  const { user } = await open();
  await user.keyboard('b');
  expect(path()).toBe(paths.home);
  await user.keyboard('gb');
  expect(path()).toBe(paths.bookmarks);
});

test('the second key of a sequence must come soon', async () => {
  await open();
  const press = (key: string, timeStamp: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    document.body.dispatchEvent(event);
  };
  press('g', 1_000);
  press('n', 1_001 + SEQUENCE_MS);
  expect(path()).toBe(paths.home);
  expect(onPost).toHaveBeenCalledOnce();
  press('g', 9_000);
  press('n', 9_000 + SEQUENCE_MS);
  expect(path()).toBe(paths.notifications);
});

test('keys are text in a field, and text of an input method is no key', async () => {
  const { user } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Field' }), 'jgn?/');
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Field' }).value).toBe('jgn?/');
  fireEvent.keyDown(document.body, { key: 'n', isComposing: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(path()).toBe(paths.home);
  expect(onPost).not.toHaveBeenCalled();
});

test('with a modifier, keys belong to the browser', async () => {
  const { user } = await open();
  for (const modifier of ['Control', 'Alt', 'Meta', 'Shift'])
    await user.keyboard(`{${modifier}>}n{/${modifier}}`);
  expect(onPost).not.toHaveBeenCalled();
  await user.keyboard('n');
  expect(onPost).toHaveBeenCalledOnce();
});

test('a question mark shows all keys, and no key acts behind the dialog', async () => {
  const { user, first } = await open();
  first.focus();
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await user.keyboard('n');
  expect(onPost).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(focused()).toBe(first));
});

test('the focus returns to the page, and not to the first field in it', async () => {
  const { user } = await open();
  const page = screen.getByRole('main');
  page.focus();
  await user.keyboard('?');
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(focused()).toBe(page));
});

test('a person turns single keys and the palette off', async () => {
  const { user } = await open();
  await user.keyboard('?');
  await user.click(await screen.findByRole('switch', { name: 'Single keys' }));
  await user.click(screen.getByRole('switch', { name: 'Command palette' }));
  screen.getByText('Read posts (turned off)');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('?n{Control>}k{/Control}');
  expect(onPost).not.toHaveBeenCalled();
  expect(localStorage.getItem('roost:keys')).toBe('off');
  expect(localStorage.getItem('roost:palette-key')).toBe('off');
  // The next key acts, so the palette would be open by now.
  hasSingleKeys.set(true);
  await user.keyboard('n');
  expect(onPost).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a page with its own keys has all of them', async () => {
  const { user } = await open();
  const release = claimSingleKeys();
  await user.keyboard('n');
  expect(onPost).not.toHaveBeenCalled();
  release();
  await user.keyboard('n');
  expect(onPost).toHaveBeenCalledOnce();
});

test('a slash opens the search', async () => {
  const { user } = await open();
  await user.keyboard('/');
  expect(path()).toBe(paths.search);
});

test('J at the last comment presses the button with more, and goes on', async () => {
  const onMore = vi.fn();
  function Comments() {
    const [count, setCount] = useState(1);
    return (
      <main>
        {Array.from({ length: count }, (_, index) => (
          <article key={index} tabIndex={-1} aria-label={`Comment ${index + 1}`} />
        ))}
        {count === 1 && (
          <button
            type="button"
            data-shortcut="j"
            onClick={() => {
              onMore();
              setCount(2);
            }}
          >
            More
          </button>
        )}
      </main>
    );
  }
  const { user } = renderApp(
    <>
      <Comments />
      <Keyboard onPost={onPost} onLogOut={async () => {}} />
    </>,
  );
  await user.keyboard('jj');
  expect(onMore).toHaveBeenCalledOnce();
  await waitFor(() => expect(focused()).toBe(screen.getByRole('article', { name: 'Comment 2' })));
});
