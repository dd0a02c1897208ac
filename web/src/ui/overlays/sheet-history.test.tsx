import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { navigate, Redirect, useLocation } from '../../lib/router/router.tsx';
import { paths } from '../../paths.ts';
import { sheetsSettled, useClosedByBack } from './sheet-history.ts';

/** Renders a page with an open sheet. With `redirect`, the page leads elsewhere once the sheet is closed. */
async function renderSheet({ redirect = false } = {}) {
  const sheet = { close: () => {} };
  /** The pages in the order in which they appeared. */
  const shown: string[] = [];
  function Example() {
    const { pathname } = useLocation();
    const [isOpen, setOpen] = useState(true);
    useClosedByBack(isOpen, () => setOpen(false));
    sheet.close = () => setOpen(false);
    if (shown.at(-1) !== pathname) shown.push(pathname);
    return (
      <>
        <p role="status">{isOpen ? 'open' : 'closed'}</p>
        {redirect && !isOpen && pathname === paths.search && <Redirect to={paths.bookmarks} />}
      </>
    );
  }
  renderApp(<Example />, { path: paths.search });
  return { sheet, shown };
}
const hasEntry = () => waitFor(() => expect(history.state).toHaveProperty('sheets', 1));

/** Waits for the step that removes the entry of the closed sheet. */
async function settled(): Promise<void> {
  await act(async () => sheetsSettled());
}

test('a redirect after a sheet replaces the entry of the page, and appears once', async () => {
  history.replaceState(null, '', paths.home);
  history.pushState(null, '');
  const { sheet, shown } = await renderSheet({ redirect: true });
  await hasEntry();
  const replaced = vi.spyOn(history, 'replaceState');
  onTestFinished(() => replaced.mockRestore());
  const before = history.length;
  await act(async () => sheet.close());
  await settled();
  await waitFor(() => expect(shown).toEqual([paths.search, paths.bookmarks]));
  expect(location.pathname).toBe(paths.bookmarks);
  expect(history.length).toBe(before);
  const redirects = replaced.mock.calls.filter(([, , address]) => address === paths.bookmarks);
  // In strict mode, effects run twice.
  expect(redirects).toHaveLength(2);
  history.back();
  await waitFor(() => expect(location.pathname).toBe(paths.home));
});

test('a navigation during the step back from a sheet comes after it', async () => {
  const { sheet, shown } = await renderSheet();
  await hasEntry();
  const go = vi.spyOn(history, 'go');
  onTestFinished(() => go.mockRestore());
  go.mockImplementationOnce((steps) => {
    go.mockRestore();
    history.go(steps);
    navigate(paths.bookmarks, { replace: true });
  });
  await act(async () => sheet.close());
  await settled();
  await waitFor(() => expect(location.pathname).toBe(paths.bookmarks));
  expect(shown).toEqual([paths.search, paths.bookmarks]);
});

test('a browser that refuses an entry breaks neither the sheet nor the way on', async () => {
  const push = vi.spyOn(history, 'pushState').mockImplementation(() => {
    throw new DOMException('Too many', 'SecurityError');
  });
  onTestFinished(() => push.mockRestore());
  const { sheet } = await renderSheet();
  await waitFor(() => expect(push).toHaveBeenCalled());
  await sheetsSettled();
  await act(async () => sheet.close());
  await settled();
  expect(screen.getByRole('status').textContent).toBe('closed');
  push.mockRestore();
  await act(async () => navigate(paths.bookmarks));
  expect(location.pathname).toBe(paths.bookmarks);
});

test('a step that the browser ignores does not hold navigations up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { sheet } = await renderSheet();
  await vi.waitFor(() => expect(history.state).toHaveProperty('sheets', 1));
  const go = vi.spyOn(history, 'go').mockImplementation(() => {});
  onTestFinished(() => go.mockRestore());
  await act(async () => sheet.close());
  await act(async () => navigate(paths.bookmarks));
  expect(location.pathname).toBe(paths.search);
  await act(async () => vi.advanceTimersByTimeAsync(1_100));
  expect(location.pathname).toBe(paths.bookmarks);
});
