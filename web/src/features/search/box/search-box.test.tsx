import { listTrending, searchUsers, suggestHashtags } from '@roost/contract/search';
import type { UserCard } from '@roost/contract/users';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { startTransition, useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { bob, viewer } from '../../../../test/support/sample-posts.ts';
import { SEARCH_DEBOUNCE_MS } from '../../../lib/use-debounced-value.ts';
import { paths } from '../../../paths.ts';
import { rememberSearch } from './recent-searches.ts';
import { navigate } from '../../../lib/router/router.tsx';
import { SearchBox } from './search-box.tsx';

const person: UserCard = {
  ...bob,
  bio: '',
  followersCount: 1,
  followingCount: 0,
  isFollowRequestedByCurrentUser: false,
};

function found(users: UserCard[]) {
  const totalUsers = users.length;
  const pagination = { currentPage: 1, totalPages: 1, nextCursor: null, totalUsers };
  return { users, totalPages: 1, currentPage: 1, totalUsers, pagination };
}

/** Renders the box on every page, or only on that of `route`. */
function render({ route }: { route?: string } = {}) {
  const onSearch = vi.fn();
  function Example() {
    const [q, setQ] = useState('');
    onSearch.mockImplementation(setQ);
    return <SearchBox q={q} onSearch={onSearch} isListedBelow={false} />;
  }
  const { user } = renderApp(<Example />, { path: paths.search, ...(route && { route }) });
  return { user, onSearch, go: navigate };
}

/** Renders the box on a page that shows a search only when the test says so. */
function renderOnLatePage() {
  const showing: { page: (q: string) => void } = { page: () => {} };
  function Example() {
    const [q, setQ] = useState('');
    showing.page = setQ;
    return <SearchBox q={q} onSearch={() => {}} isListedBelow />;
  }
  const { user } = renderApp(<Example />);
  return { user, showing };
}

const box = () => screen.getByLabelText<HTMLInputElement>('Search people, posts or hashtags');

beforeEach(() => {
  server.answer(listTrending, () => {
    const hashtags = [{ _id: 'boats', count: 3 }];
    return { ...done(), success: true as const, hashtags };
  });
  server.answer(searchUsers, () => success(found([person])));
});

/** Fakes only the timers of the search, because components share a queue of animation frames. */
function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
  });
}

test('it offers people and hashtags that begin with the typed text', async () => {
  const { user } = render();
  await user.type(box(), 'bo');
  await screen.findByRole('option', { name: /bob.*@bob/ });
  screen.getByRole('option', { name: 'Search for "bo"' });
  screen.getByRole('option', { name: '#boats' });
});

test('a person in the list leads to their profile', async () => {
  const { user } = render();
  await user.type(box(), 'bo');
  await user.click(await screen.findByRole('option', { name: /bob.*@bob/ }));
  await waitFor(() => expect(location.pathname).toBe(paths.profile('bob')));
});

test('a search that becomes due does not replace the page that somebody has just opened', async () => {
  const { onSearch, go } = render({ route: paths.search });
  fakeTimers();
  fireEvent.change(box(), { target: { value: 'bo' } });
  await act(async () => {
    go(paths.profile('bob'));
    vi.advanceTimersByTime(SEARCH_DEBOUNCE_MS);
  });
  expect(onSearch).not.toHaveBeenCalled();
});

test('the arrow keys choose, and Enter takes the choice', async () => {
  const { user } = render();
  await user.type(box(), 'bo');
  await screen.findByRole('option', { name: /bob.*@bob/ });
  screen.getByRole('option', { name: '#boats' });
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(location.search).toBe('?q=%23boats'));
});

test('a number sign asks for hashtags', async () => {
  const asked = server.answer(suggestHashtags, () => success([{ _id: 'birds', count: 2 }]));
  const { user } = render();
  await user.type(box(), '#bi');
  await user.click(await screen.findByRole('option', { name: '#birds' }));
  expect(asked.mock.lastCall?.[0].query.query).toBe('bi');
  await waitFor(() => expect(location.search).toBe('?q=%23birds'));
});

test('Enter searches for the typed text and remembers it', async () => {
  const { user, onSearch } = render();
  await user.type(box(), 'nest boxes{Enter}');
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('nest boxes');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await screen.findByRole('gridcell', { name: 'nest boxes' });
});

test('an empty box offers recent searches, which can be removed', async () => {
  rememberSearch(viewer._id, 'robins');
  rememberSearch(viewer._id, 'wrens');
  const { user, onSearch } = render();
  await user.click(box());
  await screen.findByText('2 recent searches');
  await user.click(screen.getByRole('gridcell', { name: 'Remove "wrens"' }));
  expect(screen.queryByRole('gridcell', { name: 'wrens' })).toBeNull();
  await user.click(screen.getByRole('gridcell', { name: 'robins' }));
  expect(onSearch).toHaveBeenLastCalledWith('robins');
});

test('Escape closes the list first, and then clears the text', async () => {
  const { user } = render();
  await user.type(box(), 'bo');
  await screen.findByRole('option', { name: '#boats' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(box().value).toBe('bo');
  await user.keyboard('{Escape}');
  expect(box().value).toBe('');
});

test('the page’s answer to a search leaves newer text unchanged, and Back replaces it', async () => {
  const { user, showing } = renderOnLatePage();
  await user.type(box(), 'one{Enter}');
  await user.clear(box());
  await user.type(box(), 'two');
  act(() => showing.page('one'));
  expect(box().value).toBe('two');
  act(() => showing.page(''));
  expect(box().value).toBe('');
  act(() => showing.page('one'));
  expect(box().value).toBe('one');
});

test('a page that shows searches late leaves newer text unchanged', async () => {
  const { user, showing } = renderOnLatePage();
  await user.type(box(), 'one{Enter}');
  await user.type(box(), ' two{Enter}');
  await user.type(box(), ' three');
  act(() => showing.page('one'));
  expect(box().value).toBe('one two three');
  act(() => showing.page('one two'));
  expect(box().value).toBe('one two three');
  act(() => showing.page('one'));
  expect(box().value).toBe('one');
});

/** Takes so long to render that the browser can handle an event before the next one. */
function SlowRow() {
  const end = performance.now() + 8;
  while (performance.now() < end);
  return null;
}

test('text typed while the page still renders a search stays', async () => {
  function Example() {
    const [q, setQ] = useState('');
    return (
      <>
        <SearchBox q={q} onSearch={(next) => startTransition(() => setQ(next))} isListedBelow />
        <p>{q === '' ? 'No search' : `Results for ${q}`}</p>
        {q !== '' && Array.from({ length: 40 }, (_, n) => <SlowRow key={n} />)}
      </>
    );
  }
  renderApp(<Example />);
  // In `act`, as in `fireEvent`, React would render without a pause.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  onTestFinished(() => void (environment.IS_REACT_ACT_ENVIRONMENT = true));
  const type = (text: string) => {
    // React replaces the element's own property to notice changes.
    Reflect.set(HTMLInputElement.prototype, 'value', text, box());
    box().dispatchEvent(new Event('input', { bubbles: true }));
  };
  type('bo');
  screen
    .getByRole('search')
    .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await new Promise((resolve) => setTimeout(resolve, 60));
  screen.getByText('No search');
  type('boa');
  await waitFor(() => screen.getByText('Results for bo'));
  expect(box().value).toBe('boa');
});
