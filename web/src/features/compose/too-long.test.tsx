import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { TooLong } from './too-long.tsx';

const render = (text: string) =>
  renderApp(
    <>
      <textarea id="box" aria-label="Text" defaultValue={text} />
      <TooLong text={text} limit={5} boxId="box" />
    </>,
  );

test('says how much is too long, and selects the part beyond the limit', async () => {
  const { user } = render('Hello world ');
  screen.getByText('6 characters too many');
  await user.click(screen.getByRole('button', { name: 'Select' }));
  const box = screen.getByRole<HTMLTextAreaElement>('textbox');
  expect(document.activeElement).toBe(box);
  expect(box.value.slice(box.selectionStart, box.selectionEnd)).toBe(' world');
  await user.keyboard('{Delete}');
  expect(box.value).toBe('Hello ');
});

test('says nothing about a text that fits', () => {
  render('Hello ');
  expect(screen.queryByRole('button')).toBeNull();
});

test('the sentence describes the button', () => {
  render('Hello world');
  const button = screen.getByRole('button', { name: 'Select' });
  const sentence = document.getElementById(button.getAttribute('aria-describedby')!);
  expect(sentence?.textContent).toBe('6 characters too many');
});
