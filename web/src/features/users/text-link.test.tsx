import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { useLocation } from '../../lib/router/router.tsx';
import { paths, serverPages } from '../../paths.ts';
import { TextLink } from './text-link.tsx';

const here = (path: string) => location.origin + path;

function Shown() {
  const { pathname, search, hash } = useLocation();
  return <output>{pathname + search + hash}</output>;
}

function render(href: string, isPlain = false) {
  const { user } = renderApp(
    <>
      <TextLink href={href} text="address" isPlain={isPlain} />
      <Shown />
    </>,
  );
  return user;
}
const link = () => screen.getByRole('link', { name: 'address' });

test.each([paths.post('x'), `${paths.profile('bob')}?tab=media#top`])(
  'a link to %s opens in the app',
  async (path) => {
    const user = render(here(path));
    expect(link().hasAttribute('target')).toBe(false);
    await user.click(link());
    expect((await screen.findByRole('status')).textContent).toBe(path);
  },
);

test('a link to a page of the app can open another tab', () => {
  render(here(paths.post('x')));
  // True means that nothing prevented what the browser does with the link.
  expect(fireEvent.click(link(), { ctrlKey: true })).toBe(true);
  expect(link().getAttribute('href')).toBe(paths.post('x'));
});

test.each([
  `https://example.org${paths.post('x')}`,
  here(serverPages.privacy),
  here('/media/x/960.webp'),
  `http://${location.hostname}:9${paths.post('x')}`,
])('a link to %s opens a new tab', (href) => {
  render(href);
  expect(link().getAttribute('href')).toBe(href);
  expect(link().getAttribute('target')).toBe('_blank');
  expect(link().getAttribute('rel')).toContain('nofollow');
});

test.each(['https://example.org/', here(paths.post('x'))])(
  'nobody can open a plain link to %s',
  (href) => {
    render(href, true);
    screen.getByText(/Links of new accounts/);
    expect(screen.queryByRole('link')).toBeNull();
  },
);
