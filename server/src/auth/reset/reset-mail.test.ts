import { describe, expect, onTestFinished, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { startAppForFile, startAppForTest, withJobs } from '../../../test/support/app.ts';
import { join, PASSWORD } from '../../../test/support/cast.ts';
import {
  askForReset,
  linkIn,
  mailsAbout,
  mailsIn,
  plainText,
  resetMailFor,
  waitForMails,
} from '../../../test/support/mailbox.ts';
import { getAccount } from '../account.queries.ts';
import { sendPasswordReset } from './send-reset-mail.ts';

const app = await startAppForFile(withJobs);

describe('the reset mail', () => {
  const poison: Record<string, string>[] = [
    { 'X-Forwarded-Host': 'evil.example' },
    { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example', 'X-Host': 'evil.example' },
    { Forwarded: 'host=evil.example;proto=https' },
    { Host: 'evil.example' },
    { 'X-Original-URL': 'https://evil.example/', Referer: 'https://evil.example/' },
  ];
  test.each(['https://roost.example', ''])(
    'the link has the configured origin (%j), whatever the request says',
    async (publicUrl) => {
      const ownApp = await startAppForTest({
        ...withJobs,
        ...(publicUrl && { PUBLIC_URL: publicUrl }),
        TRUST_PROXY: 'on',
      });
      await join(ownApp, 'jan');
      for (const headers of poison) {
        const mail = await resetMailFor(ownApp, 'jan@example.org', headers);
        expect(linkIn(mail).origin).toBe(
          publicUrl || 'http://localhost:0'.replace(':0', `:${ownApp.ctx.config.port}`),
        );
        expect(mail).not.toContain('evil.example');
      }
    },
  );

  test('it says when, on which device and from which network address somebody asked', async () => {
    await join(app, 'kim');
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
    const mail = plainText(await resetMailFor(app, 'kim@example.org', { 'User-Agent': firefox }));
    expect(mail).toMatch(/When: \w+ \d+, \d{4}.* \(UTC\)/);
    expect(mail).toContain('Device: Firefox on Linux');
    expect(mail).toContain('Network address: 127.0.0.1');
  });

  test('a stranger cannot write into it', async () => {
    await join(app, 'liv');
    const headers = { 'User-Agent': 'Call 555-0100 to keep your account' };
    const mail = plainText(await resetMailFor(app, 'liv@example.org', headers));
    expect(mail).toContain('Device: Unknown device');
    expect(mail).not.toContain('555-0100');
  });

  test('one that the operator asks for says so', async () => {
    const { email } = await getAccount(app.ctx, (await join(app, 'mo')).id);
    await sendPasswordReset(app.ctx, { email, isOwed: true });
    const mails = await mailsAbout(app.dataFolder, 'Choose a new password for Roost');
    const mail = plainText(String(mails.find((each) => each.includes(`<${email}>`))));
    expect(mail).toContain('please choose a new password for your Roost account');
    expect(mail).toContain('Who: the operator of this site');
    expect(mail).not.toMatch(/someone asked|Network address:|stays as it is/);
  });

  const names = [
    '"Eve" <all@example.org>',
    '=?utf-8?q?Bcc=3A?=',
    '<script>alert(1)</script>',
    '<a href="https://evil.example">here',
    'Eve, all@example.org',
    '\u202eeve',
    '&lt;b&gt;',
  ];
  test('it is in the language of the person, from right to left in Arabic', async () => {
    const email = 'arabic_reader@example.org';
    const body = { username: 'arabic_reader', email, fullName: 'Salma', password: PASSWORD };
    await app.client().call(auth.register, { body }, { 'Accept-Language': 'ar' });
    const { length } = await mailsIn(app.dataFolder);
    await askForReset(app, email);
    const mail = (await waitForMails(app.dataFolder, length + 1)).find((each) =>
      each.includes(email),
    )!;
    expect(mail).toMatch(/^content-language: ar\r$/im);
    const text = mail
      .split('\r\n\r\n')
      .map((part) => Buffer.from(part.split('\r\n--')[0] ?? '', 'base64').toString())
      .join('\n');
    expect(mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
      '<div lang="ar" dir="rtl">',
    );
    expect(text).toContain('مرحبًا Salma،');
  });

  test.each(names)('the name %j adds no header, recipient or tag', async (fullName) => {
    const username = `eve_${names.indexOf(fullName)}`;
    const email = `${username}@example.org`;
    await app
      .client()
      .call(auth.register, { body: { username, email, fullName, password: PASSWORD } });
    const mail = await resetMailFor(app, email);
    const [head = '', ...rest] = mail.split('\r\n\r\n');
    const headers = head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
    expect(headers.toSorted()).toEqual([
      'content-language',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
    const to = /^To: (.*)$/m.exec(head.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? '';
    expect(to.endsWith(`<${email}>`) || to === email).toBe(true);
    expect(to.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/,|@.*@/);
    const html = rest
      .join('\r\n\r\n')
      .split('text/html')[1]!
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );
    expect(html).not.toMatch(/<script|<a href="https:\/\/evil/);
  });
});

test('the mail names the site', async () => {
  await join(app, 'named');
  await app.ctx.db.updateTable('site_settings').set({ name: 'Nest' }).execute();
  app.ctx.site.forget();
  onTestFinished(async () => {
    await app.ctx.db.updateTable('site_settings').set({ name: null }).execute();
    app.ctx.site.forget();
  });
  await askForReset(app, 'named@example.org');
  const [mail = ''] = await mailsAbout(app.dataFolder, 'Choose a new password for Nest');
  expect(mail).toContain('From: Nest <roost@localhost>\r\n');
  expect(mail).toContain('your Nest account');
});
