import { act, fireEvent, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { goBack } from './go-back.ts';
import { Link, NavLink, type LinkProps } from './link.tsx';
import {
  currentEntryKey,
  navigate,
  Redirect,
  useIsRestored,
  useLocation,
  useParams,
  useSearchParams,
} from './router.tsx';

/** Shows what the router says about the page. */
function Example({ to = '/b', ...options }: Partial<LinkProps>) {
  const { pathname, search, hash, state } = useLocation();
  const { name } = useParams('/user/:name');
  const isRestored = useIsRestored();
  return (
    <>
      <p role="status">{JSON.stringify([pathname + search + hash, state, name, isRestored])}</p>
      <Link to={to} {...options}>
        link
      </Link>
    </>
  );
}

const page = (): unknown => JSON.parse(screen.getByRole('status').textContent);
const link = () => screen.getByRole('link', { name: 'link' });

/** Back and Forward arrive in a later task. */
async function travel(go: () => void): Promise<void> {
  const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  await act(async () => {
    go();
    await arrived;
  });
}

test('a link leads to its page and carries its state', async () => {
  const { user } = renderApp(<Example to="/user/a%20b?q=1#c" state={{ x: 1 }} />, { path: '/a' });
  expect(page()).toEqual(['/a', null, null, true]);
  await user.click(link());
  expect(page()).toEqual(['/user/a%20b?q=1#c', { x: 1 }, 'a b', false]);
  await travel(() => navigate(-1));
  expect(page()).toEqual(['/a', null, null, true]);
});

test('Forward shows the page and its state again', async () => {
  const { user } = renderApp(<Example to="/b?q=1#c" state={{ x: 1 }} />, { path: '/a' });
  await user.click(link());
  const key = currentEntryKey();
  await travel(() => navigate(-1));
  expect(currentEntryKey()).toBe('default');
  await travel(() => navigate(1));
  expect(page()).toEqual(['/b?q=1#c', { x: 1 }, null, true]);
  expect(currentEntryKey()).toBe(key);
});

test('the old page stays until the next one is ready', async () => {
  const scrollTo = watchScroll();
  const ready = Promise.withResolvers<void>();
  renderApp(
    <Suspense fallback="loading">
      <Example />
      <Slow ready={ready.promise} />
    </Suspense>,
    { path: '/a' },
  );
  scrollTo.mockClear();
  await act(async () => navigate('/b'));
  expect(location.pathname).toBe('/b');
  expect(page()).toEqual(['/a', null, null, true]);
  expect(screen.queryByText('loading')).toBeNull();
  expect(scrollTo).not.toHaveBeenCalled();
  await act(async () => ready.resolve());
  expect(page()).toEqual(['/b', null, null, false]);
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
});

function Slow({ ready }: { ready: Promise<void> }) {
  if (useLocation().pathname === '/b') use(ready);
  return null;
}

/** Sets `scrollY` as a browser does, because jsdom does not scroll. */
function watchScroll() {
  const scrollTo = vi.fn((_x: number, y: number) => void Object.assign(window, { scrollY: y }));
  const { scrollTo: former } = globalThis;
  Object.assign(window, { scrollTo, scrollY: 0 });
  onTestFinished(() => void Object.assign(window, { scrollTo: former, scrollY: 0 }));
  return scrollTo;
}

test('a new page begins at its top, and Back and Forward restore scroll positions', async () => {
  watchScroll();
  const { user } = renderApp(<Example />, { path: '/a' });
  scrollTo(0, 640);
  await user.click(link());
  expect(scrollY).toBe(0);
  scrollTo(0, 250);
  await travel(() => navigate(-1));
  expect(scrollY).toBe(640);
  await travel(() => navigate(1));
  expect(scrollY).toBe(250);
});

test('a page keeps its scroll position on request', async () => {
  watchScroll();
  const { user } = renderApp(<Example to="/a?q=1" preventScrollReset />, { path: '/a' });
  scrollTo(0, 640);
  await user.click(link());
  expect(scrollY).toBe(640);
});

test.each([
  ['/b#caf%C3%A9', 640],
  ['/b#absent', 0],
  ['/b#%', 0],
])('a link to %s scrolls to the element with this id, or to the top', async (to, y) => {
  watchScroll();
  const { user } = renderApp(
    <>
      <Example to={to} />
      <h2 id="café">Target</h2>
    </>,
    { path: '/a' },
  );
  scrollTo(0, 100);
  screen.getByText('Target').scrollIntoView = () => scrollTo(0, 640);
  await user.click(link());
  expect(scrollY).toBe(y);
});

test('an edited hash makes a new entry, and Back leads from it to the same page', async () => {
  watchScroll();
  const { user } = renderApp(<Example state={{ x: 1 }} />, { path: '/a' });
  scrollTo(0, 640);
  await user.click(link());
  scrollTo(0, 250);
  const key = currentEntryKey();
  await travel(() => (location.hash = 'c'));
  expect(page()).toEqual(['/b#c', null, null, false]);
  expect(scrollY).toBe(250);
  expect(['default', key]).not.toContain(currentEntryKey());
  await travel(() => goBack('/start'));
  expect(page()).toEqual(['/b', { x: 1 }, null, true]);
  expect(currentEntryKey()).toBe(key);
  await travel(() => goBack('/start'));
  expect(page()).toEqual(['/a', null, null, true]);
  expect(currentEntryKey()).toBe('default');
});

test('an entry of other code keeps its state and gets a key that stays', async () => {
  renderApp(<Example />, { path: '/a' });
  history.pushState({ other: 1 }, '', '/c');
  await travel(() => navigate(-1));
  await travel(() => navigate(1));
  const key = currentEntryKey();
  expect(key).not.toBe('default');
  expect(history.state).toEqual({ other: 1, key, number: 1 });
  await travel(() => goBack('/start'));
  await travel(() => navigate(1));
  expect(currentEntryKey()).toBe(key);
});

test('a link to the shown page adds no history entry', async () => {
  const { user } = renderApp(<Example to="/a?q=1" />, { path: '/a?q=1' });
  const before = history.length;
  await user.click(link());
  expect(history.length).toBe(before);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])(
  'the browser handles a click with %o',
  (init) => {
    renderApp(<Example />, { path: '/a' });
    let isLeft = false;
    const decide = (event: Event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener('click', decide, { once: true });
    fireEvent.click(link(), init);
    expect(isLeft).toBe(true);
    expect(page()).toEqual(['/a', null, null, true]);
  },
);

test('a click that something else has handled leads nowhere', async () => {
  const onClick = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const { user } = renderApp(<Example onClick={onClick} />, { path: '/a' });
  await user.click(link());
  expect(onClick).toHaveBeenCalledOnce();
  expect(page()).toEqual(['/a', null, null, true]);
});

test('a masked address is only in the address bar', async () => {
  const { user } = renderApp(<Example to="/a?photo=1" mask="/b" />, { path: '/a' });
  expect(link().getAttribute('href')).toBe('/b');
  await user.click(link());
  expect(page()).toEqual(['/a?photo=1', null, null, false]);
  expect(location.pathname).toBe('/b');
});

test('back leads home from the first page of a visit', async () => {
  renderApp(<Example />, { path: '/a' });
  await act(async () => goBack('/start'));
  expect(page()).toEqual(['/start', null, null, false]);
  await travel(() => goBack('/other'));
  expect(page()).toEqual(['/a', null, null, true]);
});

test('a redirect replaces its page', async () => {
  const before = history.length;
  renderApp(<Moved />, { path: '/a' });
  await screen.findByText('here');
  expect(location.pathname).toBe('/b');
  expect(history.length).toBe(before);
});

function Moved() {
  return useLocation().pathname === '/a' ? <Redirect to="/b" state={null} /> : 'here';
}

test('query parameters change without another path', async () => {
  const { user } = renderApp(<Query />, { path: '/a?tab=b#c' });
  await user.click(screen.getByRole('button', { name: 'b' }));
  expect(location.pathname + location.search + location.hash).toBe('/a?tab=c');
  await user.click(screen.getByRole('button', { name: 'c' }));
  expect(location.pathname + location.search).toBe('/a');
});

function Query() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab');
  return (
    <button type="button" onClick={() => setParams(tab === 'b' ? { tab: 'c' } : {}, {})}>
      {tab}
    </button>
  );
}

test('an entry of the navigation tells that its page is shown', async () => {
  const { user } = renderApp(
    <NavLink to="/b" className="">
      {(isActive) => (isActive ? 'here' : 'there')}
    </NavLink>,
    { path: '/a' },
  );
  const entry = () => screen.getByRole('link');
  expect([entry().textContent, entry().ariaCurrent]).toEqual(['there', null]);
  await user.click(entry());
  expect([entry().textContent, entry().getAttribute('aria-current')]).toEqual(['here', 'page']);
});

test('an entry with pages below it is current on them', () => {
  renderApp(
    <NavLink to="/b" hasPagesBelow className="">
      {() => 'entry'}
    </NavLink>,
    { path: '/b/c' },
  );
  expect(screen.getByRole('link').getAttribute('aria-current')).toBe('page');
});
