import { getHiddenTrends, setHiddenTrends } from '@roost/contract/admin';
import { listTrending } from '@roost/contract/search';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { adminViewer } from '../../../../test/support/sample-admin.ts';
import { TrendsSection } from './trends-section.tsx';

let hidden: string[];

beforeEach(() => {
  hidden = ['spam'];
  server.answer(getHiddenTrends, () => success({ hidden }));
  server.answer(listTrending, () => {
    const hashtags = [{ _id: 'Birds', count: 3 }];
    return { ...done(), success: true as const, hashtags };
  });
});

function render() {
  const asked = server.answer(setHiddenTrends, ({ body }) => {
    ({ hidden } = body);
    return success({ hidden });
  });
  return { ...renderApp(<TrendsSection />, { viewer: adminViewer }), asked };
}

test('a trending hashtag is hidden beside those that another admin hid meanwhile', async () => {
  const { user, asked } = render();
  const hide = await screen.findByRole('button', { name: 'Hide #Birds' });
  hidden = ['spam', 'theirs'];
  await user.click(hide);
  await screen.findByText('Saved.');
  expect(asked.mock.lastCall?.[0].body).toEqual({ hidden: ['spam', 'theirs', 'Birds'] });
});

test('a hidden hashtag comes back', async () => {
  const { user } = render();
  await user.click(await screen.findByRole('button', { name: 'Show #spam again' }));
  await screen.findByText('No hashtag is hidden.');
});

test('a typed hashtag is hidden, and the field is empty again', async () => {
  const { user, asked } = render();
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Hashtag' });
  await user.type(box, ' #worms {Enter}');
  await expect.poll(() => box.value).toBe('');
  expect(asked.mock.lastCall?.[0].body).toEqual({ hidden: ['spam', '#worms'] });
});
