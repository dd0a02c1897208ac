import { render } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { site } from '../../lib/site.ts';
import { SiteLogo } from './site-logo.tsx';

test('without a logo of the site, the bird is shown', () => {
  const { container } = render(<SiteLogo className="size-8" />);
  expect(container.querySelector('svg')).not.toBeNull();
  expect(container.querySelector('img')).toBeNull();
});

test('the logo of the site is a picture without a name of its own', () => {
  const changed = site as { logo: string | null };
  changed.logo = '/media/x/320.webp';
  onTestFinished(() => void (changed.logo = null));
  const picture = render(<SiteLogo className="size-8" />).container.querySelector('img');
  expect(picture?.getAttribute('src')).toBe('/media/x/320.webp');
  expect(picture?.getAttribute('alt')).toBe('');
});
