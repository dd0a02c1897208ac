import { verifyEmail } from '@roost/contract/addresses';
import { getMe } from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server, success } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { viewer } from '../../../test/support/sample-posts.ts';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from './session.ts';
import { VerifyEmail } from './verify-email.tsx';

function Reminder() {
  const { data } = useQuery(meQuery);
  return data?.emailUnverified && <p>Confirm your address</p>;
}

test('the link confirms the address once, and the reminder goes', async () => {
  const asked = server.answer(verifyEmail, () => done('Your email address is confirmed.'));
  server.answer(getMe, () => success(viewer));
  renderApp(
    <>
      <Reminder />
      <VerifyEmail token="t1" />
    </>,
    { viewer: { ...viewer, emailUnverified: true } },
  );
  await screen.findByText('Your email address is confirmed.');
  expect(asked).toHaveBeenCalledOnce();
  expect(asked.mock.lastCall?.[0].params).toEqual({ token: 't1' });
  expect(screen.queryByText('Confirm your address')).toBeNull();
});

test('an old link says so', async () => {
  server.answer(verifyEmail, () => {
    throw new AppError('bad_token', { message: 'This link is invalid or has expired.' });
  });
  renderApp(<VerifyEmail token="t2" />, { viewer: null });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link is invalid or has expired.',
  );
});
