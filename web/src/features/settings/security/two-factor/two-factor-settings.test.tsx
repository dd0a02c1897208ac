import { AppError } from '@roost/contract/errors';
import { disableTotp, enableTotp, replaceRecoveryCodes, setUpTotp } from '@roost/contract/factors';
import { getSecurity } from '@roost/contract/security';
import { useQuery } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { done, server, success } from '../../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../../test/support/render-app.tsx';
import { sampleSecurity } from '../../../../../test/support/sample-security.ts';
import { announceLogout } from '../../../../lib/logout.ts';
import { securityQuery } from '../security.query.ts';
import { TwoFactorSettings } from './two-factor-settings.tsx';

const codes = Array.from({ length: 10 }, (_, n) => `code-${n}`);
let hasApp: boolean;

beforeEach(() => {
  hasApp = false;
  server.answer(getSecurity, () =>
    success({ ...sampleSecurity, totp: hasApp, recoveryCodesLeft: hasApp ? 10 : 0 }),
  );
  server.answer(setUpTotp, () =>
    success({ secret: 'ABCDEFGHJKLM', uri: 'otpauth://totp/Roost:alice?secret=ABCDEFGHJKLM' }),
  );
});

function Section() {
  const { data } = useQuery(securityQuery);
  return data && <TwoFactorSettings security={data} />;
}

test('the app is set up by a QR code and a code, and the recovery codes show once', async () => {
  const asked = server.answer(enableTotp, () => {
    hasApp = true;
    return success({ recoveryCodes: codes });
  });
  const { user } = renderApp(<Section />);
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  screen.getByText('ABCD EFGH JKLM');
  await user.type(screen.getByLabelText('Code of your authenticator app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  const kept = await screen.findByRole('group', { name: 'Recovery codes' });
  expect(
    within(kept)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(codes);
  expect(document.activeElement).toBe(kept);
  expect(asked.mock.lastCall?.[0].body).toEqual({ code: '123456' });
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  await screen.findByText(/You have 10 recovery codes left\./);
  expect(screen.queryByText('code-1')).toBeNull();
});

test('a wrong code is shown at its field', async () => {
  server.answer(enableTotp, () => {
    const { message } = new AppError('wrong_code');
    throw new AppError('wrong_code', { fields: [{ path: 'code', message }] });
  });
  const { user } = renderApp(<Section />);
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  const code = await screen.findByLabelText('Code of your authenticator app');
  await user.type(code, '000000');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByText('This code is not right.');
  expect(document.activeElement).toBe(code);
});

describe('new recovery codes that nobody has kept', () => {
  async function makeCodes() {
    hasApp = true;
    server.answer(replaceRecoveryCodes, () => success({ recoveryCodes: codes }));
    const shown = renderApp(<Section />);
    await shown.user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    const question = within(await screen.findByRole('alertdialog'));
    question.getByText('The old codes stop working.');
    await shown.user.click(question.getByRole('button', { name: 'New recovery codes' }));
    await screen.findByText('code-9');
    return shown;
  }
  const keep = async (user: UserEvent) =>
    user.click(screen.getByRole('button', { name: 'I have kept them' }));

  test('they stay while the person looks at another page', async () => {
    const { unmount } = await makeCodes();
    unmount();
    const { user } = renderApp(<Section />);
    await screen.findByText('code-9');
    await user.keyboard('{Escape}');
    screen.getByText('code-9');
    await keep(user);
    await screen.findByText(/You have 10 recovery codes left\./);
  });

  test('a browser that closes asks until the person has kept them', async () => {
    const { user } = await makeCodes();
    const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isAsked()).toBe(true);
    await keep(user);
    expect(isAsked()).toBe(false);
  });

  test('the next person at this browser does not see them', async () => {
    await makeCodes();
    act(() => announceLogout('signedOut'));
    expect(screen.queryByText('code-9')).toBeNull();
  });
});

test('turning it off asks first', async () => {
  hasApp = true;
  const asked = server.answer(disableTotp, () => {
    hasApp = false;
    return done();
  });
  const { user } = renderApp(<Section />);
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(asked).not.toHaveBeenCalled();
  await user.click(question.getByRole('button', { name: 'Turn off' }));
  await screen.findByRole('button', { name: 'Set up' });
});
