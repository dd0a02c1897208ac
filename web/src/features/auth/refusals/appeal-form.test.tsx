import { AppError, type ErrorCode } from '@roost/contract/errors';
import { createAppeal } from '@roost/contract/moderation';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { AppealForm } from './appeal-form.tsx';

const label = 'Why do you think that the decision is a mistake?';
const byToken = { appealToken: 'a token' };

async function appeal(
  text: string,
  against: Parameters<typeof AppealForm>[0]['against'] = byToken,
) {
  const onSent = vi.fn();
  const { user } = renderApp(<AppealForm against={against} onSent={onSent} />, { viewer: null });
  if (text !== '') await user.type(screen.getByLabelText(label), text);
  await user.click(screen.getByRole('button', { name: 'Send appeal' }));
  return { user, onSent };
}

const refuse = (code: ErrorCode) =>
  server.answer(createAppeal, () => {
    throw new AppError(code);
  });

test('an appeal is sent once, with its token', async () => {
  const asked = server.answer(createAppeal, () => success({ _id: sampleId('appeal') }));
  const { onSent } = await appeal(' It was a quote. ');
  await screen.findByText('Your appeal is sent. An email tells you what the moderators decide.');
  expect(asked.mock.calls.map(([{ body }]) => body)).toEqual([
    { appealToken: 'a token', text: 'It was a quote.' },
  ]);
  expect(onSent).toHaveBeenCalledOnce();
  expect(screen.queryByLabelText(label)).toBeNull();
});

test('an empty appeal is not sent', async () => {
  await appeal('');
  expect((await screen.findByRole('alert')).textContent).toBe('Write why.');
});

test('a second appeal says that there was one', async () => {
  refuse('already_appealed');
  await appeal('Again');
  await screen.findByText(/^You have already appealed against this decision\./);
});

test.each([
  [byToken, /^This page was open for too long/],
  [{ decisionId: sampleId('decision') }, /^It is too late for an appeal/],
])('a decision that cannot be appealed says so, and the text stays: %#', async (against, text) => {
  refuse('not_found');
  await appeal('My reasons', against);
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  expect(screen.getByLabelText<HTMLTextAreaElement>(label).value).toBe('My reasons');
});

test('a text that is too long cannot be sent', async () => {
  const { user } = renderApp(<AppealForm against={byToken} />, { viewer: null });
  await user.click(screen.getByLabelText(label));
  await user.paste('x'.repeat(2_001));
  screen.getByText('2001 / 2000');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send appeal' }).disabled).toBe(
    true,
  );
});
