import { listMutedWords, setMutedWords } from '@roost/contract/relations';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../../test/support/render-app.tsx';
import { MutedWordList } from './muted-word-list.tsx';

const spoiler = {
  text: 'spoiler',
  wholeWord: false,
  until: null,
  where: ['feed' as const],
};

function render() {
  server.answer(listMutedWords, () => success({ words: [spoiler] }));
  return renderApp(<MutedWordList />);
}

test('a new word is added to the others, and the form is empty again', async () => {
  const asked = server.answer(setMutedWords, ({ body }) => success({ words: body.words }));
  const { user } = render();
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Word or phrase' });
  await user.type(box, ' Season finale ');
  await user.click(screen.getByRole('checkbox', { name: 'Search' }));
  await user.click(screen.getByRole('button', { name: 'Mute' }));
  await screen.findByText('Season finale');
  expect(asked.mock.lastCall?.[0].body.words).toEqual([
    { text: 'Season finale', wholeWord: true, until: null, where: ['feed', 'notifications'] },
    spoiler,
  ]);
  expect(box.value).toBe('');
});

test('a word that is muted already is refused at its field', async () => {
  const { user } = render();
  await user.type(await screen.findByRole('textbox', { name: 'Word or phrase' }), 'Spoiler');
  await user.click(screen.getByRole('button', { name: 'Mute' }));
  await screen.findByText('You mute this word already.');
});

test('a word can be removed', async () => {
  const asked = server.answer(setMutedWords, ({ body }) => success({ words: body.words }));
  const { user } = render();
  const row = (await screen.findByText('spoiler')).closest('li')!;
  within(row).getByText('Feed');
  await user.click(screen.getByRole('button', { name: 'Unmute “spoiler”' }));
  await screen.findByText('You haven’t muted any words.');
  await expect.poll(() => asked.mock.lastCall?.[0].body.words).toEqual([]);
});
