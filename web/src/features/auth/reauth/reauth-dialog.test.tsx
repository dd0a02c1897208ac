import { endOtherSessions } from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import { reauth } from '@roost/contract/factors';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { done, server } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { call } from '../../../lib/api/api.ts';
import { isCancelled } from '../../../lib/api/api-error.ts';
import { ReauthHost } from './reauth-host.tsx';

/** A call that the server refuses until somebody has given a proof. */
function guardedCall(methods: string[]) {
  let isProved = false;
  const asked = server.answer(endOtherSessions, () => {
    if (!isProved) throw new AppError('reauth_required', { details: { methods } });
    return done('Ended.');
  });
  const proofs = server.answer(reauth, ({ body }) => {
    if (body.password === 'wrong') {
      const { message } = new AppError('wrong_password');
      throw new AppError('wrong_password', { fields: [{ path: 'password', message }] });
    }
    isProved = true;
    return done();
  });
  return { asked, proofs, ...renderCaller() };
}

function renderCaller() {
  const outcome = vi.fn();
  const { user } = renderApp(
    <>
      <button type="button" onClick={() => void call(endOtherSessions, {}).then(outcome, outcome)}>
        End
      </button>
      <ReauthHost />
    </>,
  );
  return { outcome, user };
}

const dialog = () => screen.findByRole('dialog', { name: 'Confirm it’s you' });

test('a call that needs a proof asks for the password, and is then repeated', async () => {
  const { asked, proofs, outcome, user } = guardedCall(['password']);
  await user.click(screen.getByRole('button', { name: 'End' }));
  await dialog();
  await user.type(screen.getByLabelText('Password'), 'nine birds');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(outcome).toHaveBeenCalledWith(done('Ended.')));
  expect(proofs.mock.lastCall?.[0].body).toEqual({ password: 'nine birds' });
  expect(asked).toHaveBeenCalledTimes(2);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a wrong password is shown at its field, and the call waits', async () => {
  const { outcome, user } = guardedCall(['password']);
  await user.click(screen.getByRole('button', { name: 'End' }));
  await dialog();
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Your current password is not right.');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(outcome).not.toHaveBeenCalled();
});

test('a person with an app gives a code, or a recovery code', async () => {
  const { proofs, outcome, user } = guardedCall(['totp', 'recoveryCode']);
  await user.click(screen.getByRole('button', { name: 'End' }));
  await dialog();
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(outcome).toHaveBeenCalled());
  expect(proofs.mock.lastCall?.[0].body).toEqual({ code: 'abcd-efgh' });
});

test('without the proof the call fails silently', async () => {
  const { outcome, user } = guardedCall(['password']);
  await user.click(screen.getByRole('button', { name: 'End' }));
  await dialog();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(outcome).toHaveBeenCalled());
  expect(isCancelled(outcome.mock.lastCall?.[0])).toBe(true);
  expect(screen.queryByText('You did not confirm that it is you.')).toBeNull();
});

test('a password that is not enough leads to the code, also if the refusal named no ways', async () => {
  let isProved = false;
  server.answer(endOtherSessions, () => {
    if (!isProved) throw new AppError('reauth_required');
    return done('Ended.');
  });
  const proofs = server.answer(reauth, ({ body }) => {
    if (body.code === undefined)
      throw new AppError('reauth_required', { details: { methods: ['totp', 'recoveryCode'] } });
    if (body.code === '000000') {
      const { message } = new AppError('wrong_code');
      throw new AppError('wrong_code', { fields: [{ path: 'code', message }] });
    }
    isProved = true;
    return done();
  });
  const { outcome, user } = renderCaller();
  await user.click(screen.getByRole('button', { name: 'End' }));
  await dialog();
  await user.type(screen.getByLabelText('Password'), 'nine birds');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const code = await screen.findByLabelText('Code of your authenticator app');
  expect(document.activeElement).toBe(code);
  await user.type(code, '000000');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText(new AppError('wrong_code').message);
  await user.clear(code);
  await user.type(code, '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(outcome).toHaveBeenCalledWith(done('Ended.')));
  expect(proofs.mock.lastCall?.[0].body).toEqual({ code: '123456' });
});

test('calls that are refused while a proof is under way all continue with it', async () => {
  const { outcome, proofs, user } = guardedCall(['password']);
  const reply = Promise.withResolvers<void>();
  const prove = proofs.getMockImplementation()!;
  proofs.mockImplementation(async (...input) => {
    await reply.promise;
    return prove(...input);
  });
  await user.click(screen.getByRole('button', { name: 'End' }));
  await dialog();
  await user.type(screen.getByLabelText('Password'), 'nine birds');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  void call(endOtherSessions, {}).then(outcome, outcome);
  await waitFor(() => expect(proofs).toHaveBeenCalled());
  reply.resolve();
  await waitFor(() => expect(outcome).toHaveBeenCalledTimes(2));
});
