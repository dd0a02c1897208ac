import { act } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { navigate, useLocation } from '../../lib/router/router.tsx';
import { paths } from '../../paths.ts';
import { isUnderSheet, useClosedByBack } from './sheet-history.ts';
import { useWhenOnTop } from './use-when-on-top.ts';

/** Renders a page that wants to replace its entry when the test says so. */
function renderPage() {
  const act = vi.fn();
  const page = {
    act,
    key: '',
    go: navigate,
    setDue: (_isDue: boolean) => {},
    setSheet: (_isOpen: boolean) => {},
  };
  function Example() {
    const [isDue, setDue] = useState(false);
    const [isSheetOpen, setSheet] = useState(false);
    useWhenOnTop(isDue, act);
    useClosedByBack(isSheetOpen, () => setSheet(false));
    const { key } = useLocation();
    Object.assign(page, { setDue, setSheet, key: page.key || key });
    return null;
  }
  renderApp(<Example />, { path: paths.search, route: paths.search });
  return page;
}

/** Lets only the timers of this hook wait for the test. */
function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Back and Forward arrive in a later task. */
async function travel(page: ReturnType<typeof renderPage>, steps: number): Promise<void> {
  const arrived = new Promise((resolve) =>
    addEventListener('popstate', resolve, { once: true, capture: true }),
  );
  await act(async () => {
    page.go(steps);
    await arrived;
  });
}

test('it acts at once on a page that nothing covers', async () => {
  const page = renderPage();
  await act(async () => page.setDue(true));
  expect(page.act).toHaveBeenCalledTimes(1);
});

test('it never acts once another page loads', async () => {
  fakeTimers();
  const page = renderPage();
  await act(async () => {
    page.go(paths.profile('bob'));
    page.setDue(true);
  });
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(page.act).not.toHaveBeenCalled();
});

test('it waits until the viewer over the page closes', async () => {
  fakeTimers();
  const page = renderPage();
  await act(async () => page.go(paths.search, { state: { under: page.key } }));
  await act(async () => page.setDue(true));
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(page.act).not.toHaveBeenCalled();
  await travel(page, -1);
  expect(page.act).toHaveBeenCalledTimes(1);
});

test('it waits until a sheet over the page closes', async () => {
  fakeTimers();
  const page = renderPage();
  await act(async () => page.setSheet(true));
  await act(async () => page.setDue(true));
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(page.act).not.toHaveBeenCalled();
  await act(async () => page.setSheet(false));
  // The sheet's history entry goes in a later task.
  await vi.waitFor(() => expect(isUnderSheet()).toBe(false));
  await act(async () => vi.advanceTimersByTime(500));
  expect(page.act).toHaveBeenCalledTimes(1);
});
