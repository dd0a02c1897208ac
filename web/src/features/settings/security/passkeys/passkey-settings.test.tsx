import { addPasskey, getNewPasskeyOptions, removePasskey } from '@roost/contract/passkeys';
import { getSecurity } from '@roost/contract/security';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { done, server, success } from '../../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../../test/support/sample-id.ts';
import { sampleSecurity } from '../../../../../test/support/sample-security.ts';
import { securityQuery } from '../security.query.ts';
import { PasskeySettings } from './passkey-settings.tsx';

const { startRegistration } = vi.hoisted(() => ({ startRegistration: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => ({ startRegistration }));

const phone = {
  _id: sampleId('phone'),
  name: 'Phone',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
};
const made = {
  id: 'abc',
  rawId: 'abc',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'e30' },
};
let passkeys: (typeof phone)[];

beforeEach(() => {
  passkeys = [];
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  server.answer(getSecurity, () => success({ ...sampleSecurity, passkeys }));
  server.answer(getNewPasskeyOptions, () => success({ challenge: 'c1' }));
});
afterEach(() => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  delete (globalThis as Partial<typeof globalThis>).PublicKeyCredential;
});

function Section() {
  const { data } = useQuery(securityQuery);
  return data && <PasskeySettings security={data} />;
}

async function openForm() {
  const { user } = renderApp(<Section />);
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  const name = screen.getByRole('textbox', { name: 'Name of the passkey' });
  await user.clear(name);
  await user.type(name, 'Phone');
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
  return user;
}

test('a new passkey has the name that the person gives it', async () => {
  startRegistration.mockResolvedValue(made);
  const asked = server.answer(addPasskey, ({ body }) => {
    passkeys = [{ ...phone, name: body.name }];
    return success(passkeys[0]!);
  });
  await openForm();
  await screen.findByText('Phone');
  expect(startRegistration).toHaveBeenCalledWith({ optionsJSON: { challenge: 'c1' } });
  expect(asked.mock.lastCall?.[0].body).toEqual({ ...made, name: 'Phone' });
});

test('a cancelled prompt of the browser shows nothing', async () => {
  startRegistration.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await openForm();
  await waitFor(() => expect(startRegistration).toHaveBeenCalled());
  const add = await screen.findByRole('button', { name: 'Add a passkey' });
  await waitFor(() => expect(add.getAttribute('aria-busy')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a device that already has one says so', async () => {
  startRegistration.mockRejectedValue(new DOMException('no', 'InvalidStateError'));
  await openForm();
  await screen.findByText('This device already has a passkey for your account.');
});

test('removing a passkey asks first', async () => {
  passkeys = [phone];
  server.answer(removePasskey, () => {
    passkeys = [];
    return done();
  });
  const { user } = renderApp(<Section />);
  await user.click(await screen.findByRole('button', { name: 'Remove the passkey Phone' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Phone')).toBeNull());
});
