import { screen } from '@testing-library/react';
import { useNavigate } from 'react-router';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { paths } from '../../paths.ts';
import { useSearchAddress } from './search-address.ts';

test('a page that somebody leaves changes no address', async () => {
  function Page() {
    const { change } = useSearchAddress();
    const navigate = useNavigate();
    const leave = () => {
      void navigate(paths.profile('bob'));
      // A search of the typed text may become due while the next page loads.
      change({ q: 'bo' });
    };
    return <button onClick={leave}>Leave</button>;
  }
  const { user } = renderApp(<Page />, { path: paths.search });
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  expect(location.pathname + location.search).toBe(paths.profile('bob'));
});

test('two searches in a row leave the address of the second', async () => {
  function Page() {
    const { change } = useSearchAddress();
    const search = () => {
      change({ q: 'bo' });
      change({ q: 'boats' });
    };
    return <button onClick={search}>Search</button>;
  }
  const { user } = renderApp(<Page />, { path: paths.search });
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(location.search).toBe('?q=boats');
});
