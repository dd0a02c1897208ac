import { changeEmail, resendVerification } from '@roost/contract/addresses';
import { AppError } from '@roost/contract/errors';
import { getSecurity } from '@roost/contract/security';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { viewer } from '../../../../test/support/sample-posts.ts';
import { sampleSecurity } from '../../../../test/support/sample-security.ts';
import { EmailSettings } from './email-settings.tsx';

test('a new address gets a link, and the old one stays until then', async () => {
  const asked = server.answer(changeEmail, () => done());
  server.answer(getSecurity, () => success(sampleSecurity));
  const { user } = renderApp(<EmailSettings security={sampleSecurity} />);
  screen.getByText('Confirmed');
  await user.click(screen.getByRole('button', { name: 'Change address' }));
  await user.type(screen.getByRole('textbox', { name: 'New email address' }), 'a@example.com');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  await screen.findByText(/Open the link that we emailed to a@example\.com\./);
  screen.getByText('alice@example.org');
  expect(asked.mock.lastCall?.[0].body).toEqual({ email: 'a@example.com' });
});

test('a refusal keeps the typed address', async () => {
  server.answer(changeEmail, () => {
    throw new AppError('email_taken');
  });
  const { user } = renderApp(<EmailSettings security={sampleSecurity} />);
  await user.click(screen.getByRole('button', { name: 'Change address' }));
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'New email address' });
  await user.type(box, 'a@example.com');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  await screen.findByText('This email is already registered.');
  expect(box.value).toBe('a@example.com');
});

test('an address that is not confirmed can get its link again', async () => {
  const asked = server.answer(resendVerification, () => done());
  const { user } = renderApp(
    <EmailSettings security={{ ...sampleSecurity, emailVerified: false }} />,
    { viewer: { ...viewer, emailUnverified: true } },
  );
  screen.getByText('Not confirmed');
  await user.click(screen.getByRole('button', { name: 'Send the link again' }));
  await screen.findByText('An email with the link is on its way.');
  expect(asked).toHaveBeenCalledOnce();
});
